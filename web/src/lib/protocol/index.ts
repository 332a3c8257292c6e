/*
 * The protocol of docs/protocol.md as types: requests, replies and updates, the same
 * from the server (text frames of /ws) and from the offline worker (objects by postMessage).
 * Types only: nothing here exists at run time, and nothing here knows a rule of a game.
 */
import type { Reply } from './requests';
import type { Announcement, Closed, LobbyChange, Progress, Update } from './tables';

export type * from './aids';
export type * from './basics';
export type * from './games';
export type * from './records';
export type * from './requests';
export type * from './review';
export type * from './tables';

/** Everything that can arrive. Tell them apart by `'re' in m`, `'closed' in m`, `'table' in m`, `'lobby' in m`,
 * `'notice' in m`, `'progress' in m`. */
export type Incoming = Reply | Update | Closed | LobbyChange | Announcement | Progress;
