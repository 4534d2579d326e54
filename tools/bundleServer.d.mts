export function bundleServer(folder: string, programs: Record<string, string>): Promise<void>;
