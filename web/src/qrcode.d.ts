// qrcode-generator 2 has no types for its module file; these are the parts in use.
declare module 'qrcode-generator' {
    interface QRCode {
        addData(text: string): void;
        make(): void;
        getModuleCount(): number;
        isDark(row: number, column: number): boolean;
    }
    export default function qrcode(type: number, level: 'L' | 'M' | 'Q' | 'H'): QRCode;
}
