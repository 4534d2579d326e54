export function bundleServer(entryPoint: string, outfile: string): Promise<void>;
