import { createLogger } from '#server/http/logging.ts';

/** Creates a logger that prints the cause of a 500 and nothing else, because tests cause outages. */
export const createQuietLogger = () =>
  createLogger('error', {
    write(line: string) {
      if (line.includes('"unexpected error"')) process.stderr.write(line);
    },
  });
