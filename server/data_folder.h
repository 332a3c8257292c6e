/* Makes the data folder, and keeps others out of it and of the store's files. */
#ifndef PARLOR_SERVER_DATA_FOLDER_H
#define PARLOR_SERVER_DATA_FOLDER_H

extern const char *const data_folder_files[]; /* the store's, closed by NULL; "": the folder */
void data_folder_make(const char *path);
void data_folder_narrow(const char *path);

#endif
