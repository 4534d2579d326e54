import { runAdmin } from '#server/admin/runAdmin.ts';
import type { TestServer } from './testServer.ts';

/** Runs the operator's commands on the database of a test server. */
export function createCommandRunner(getServer: () => TestServer) {
  async function run(...args: string[]): Promise<{ code: number; said: string }> {
    const lines: string[] = [];
    const write = (line: string) => void lines.push(line);
    const openDeps = async () => ({ deps: getServer().deps, close: async () => undefined });
    const code = await runAdmin(args, openDeps, { say: write, complain: write });
    return { code, said: lines.join('\n') };
  }
  const runJson = async <T>(...args: string[]): Promise<T> =>
    JSON.parse((await run(...args, '--json')).said) as T;
  return { run, runJson };
}
