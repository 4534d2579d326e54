export function findChromium(): Promise<string>;
export function findInstalledChromium(): string;
