import type { Language } from '#schemas/platform/common.ts';
import { defineService } from '#src/engine/react/services/services.ts';

/** Switches the whole portal to another language. */
export const showLanguage = defineService<(language: Language) => void>('showLanguage');
