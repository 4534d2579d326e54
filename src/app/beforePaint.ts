import { readStored, readTabChoice } from '#src/lib/storage.ts';
import { showChosenTheme } from '#src/lib/theme.ts';

/** Runs while the head is read, or the page would show in the wrong theme for a moment: a script of its own (vite.config.ts). */
showChosenTheme();

/** What the server has drawn (firstView.tsx) is for somebody new. Whoever speaks another language or is logged in waits for their own page. */
const { dataset, lang } = document.documentElement;
const isKnown = (readStored('language') ?? readTabChoice('invitedLanguage') ?? lang) !== lang || readStored('registeredSession') !== undefined || readStored('unregisteredSession') !== undefined;
if (isKnown) dataset['isKnown'] = '';
if (readStored('consentAcceptedAt') !== undefined) dataset['isInformed'] = '';

/** The scripts that wait until the page has been painted. */
function fetchScripts(): void {
  const waiting = document.querySelector<HTMLTemplateElement>('#after-paint');
  if (waiting) document.head.append(document.importNode(waiting.content, true));
}
addEventListener('DOMContentLoaded', () => (isKnown || document.hidden ? fetchScripts() : requestAnimationFrame(() => setTimeout(fetchScripts))));

/** What is pressed before the page itself is there is pressed then (takeOver.ts). */
addEventListener('click', ({ target }) => {
  if (target instanceof Element) target.closest('#first-view button')?.setAttribute('data-pressed', '');
});
