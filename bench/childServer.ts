import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A server in a process of its own. `ready` is the message that it sent when it listened. */
export type ChildServer<Ready> = { ready: Ready; child: ChildProcess; end: () => Promise<void> };

/** Starts a program of Node and waits for its first message. Throws when it ends before that. */
export async function startChildServer<Ready>(args: string[]): Promise<ChildServer<Ready>> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  const ready = await Promise.race([
    once(child, 'message') as Promise<[Ready]>,
    ended.then(([code]) => {
      throw new Error(`The server ended with code ${code}`);
    }),
  ]);
  return {
    ready: ready[0],
    child,
    async end() {
      child.kill();
      await ended;
    },
  };
}

/** Asks a server for figures of its process, and returns its answer. */
export async function askChild<Answer>(child: ChildProcess, question: string): Promise<Answer> {
  const answered = once(child, 'message') as Promise<[Answer]>;
  child.send(question);
  return (await answered)[0];
}
