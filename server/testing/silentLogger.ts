import { createLogger } from '#server/http/logging.ts';

export const silentLogger = createLogger('silent');
