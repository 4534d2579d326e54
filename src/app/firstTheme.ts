import { showChosenTheme } from '#src/lib/theme.ts';

/** Runs while the head is read, or the page would show in the wrong theme for a moment: a script of its own (vite.config.ts). */
showChosenTheme();
