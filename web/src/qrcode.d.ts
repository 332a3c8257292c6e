// qrcode-generator 2 brings no types for its module file; this is what we use of it.
declare module 'qrcode-generator' {
    interface QRCode {
        addData(text: string): void;
        make(): void;
        getModuleCount(): number;
        isDark(row: number, column: number): boolean;
    }
    export default function qrcode(type: number, level: 'L' | 'M' | 'Q' | 'H'): QRCode;
}
