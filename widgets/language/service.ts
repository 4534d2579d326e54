import type { Language } from '#schemas/common.ts';
import { defineService } from '#src/engine/react/services.ts';

/** Shows the whole portal in another language, at once. */
export const showLanguage = defineService<(language: Language) => void>('showLanguage');
