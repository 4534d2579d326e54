import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDataFolder, type Environment } from '#server/config.ts';

const secretNames = ['AUTH_SECRET', 'WEB_APPLICATION_KEY', 'WEB_API_KEY'] as const;

function read(path: string): Environment {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Environment;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}

/**
 * Adds generated secrets to the environment. They are stored in the data folder, readable by its
 * owner only. The folder must be locked.
 */
export function makeDemoEnvironment(env: Environment): Environment {
  const folder = getDataFolder(env);
  const path = join(folder, 'demo-secrets.json');
  const kept = read(path);
  const secrets = Object.fromEntries(
    secretNames.map((name) => [name, kept[name] ?? randomBytes(32).toString('base64url')]),
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, JSON.stringify(secrets), { mode: 0o600 });
  // an empty variable is missing
  const given = Object.entries(env).filter(([, value]) => value?.trim());
  return { ...secrets, ...Object.fromEntries(given) };
}
