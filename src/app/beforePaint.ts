import { keepEarlyInput } from '#src/device/earlyInput.ts';
import { readStored, readTabChoice } from '#src/device/storage.ts';
import { showChosenTheme } from '#src/device/theme.ts';
import { ignoreStrayClicks } from '#src/ui/ignoreStrayClicks.ts';

// A script of its own, run in the head: otherwise the page would flash in the wrong theme.
showChosenTheme();

/** The server renders for visitors of the page's language, logged out. Others wait for their page. */
const { dataset, lang } = document.documentElement;
const sessions = [readStored('registeredSession'), readStored('unregisteredSession')];
const isKnown =
  (readStored('language') ?? readTabChoice('invitedLanguage') ?? lang) !== lang ||
  sessions.some((session) => session !== undefined) ||
  readStored('pendingLogouts') !== undefined; // sent before a login
if (isKnown) dataset['isKnown'] = '';
// Others are redirected to the login, without the frame of the page that they have opened.
if (sessions.some((session) => session && !('hasEnded' in session))) dataset['hasSession'] = '';
if (readStored('consentAcceptedAt') !== undefined) dataset['isInformed'] = '';

// The visitor may type before React has hydrated the page, and leave it before the form is open.
const used = new WeakSet<EventTarget>();
window.usedControls = used;
function handleInput({ target }: Event): void {
  if (target) used.add(target);
  keepEarlyInput(target);
}
for (const name of ['input', 'change']) addEventListener(name, handleInput, { capture: true });

/** Keeps the answers on the page, unless the server takes a form without scripts. */
function preventEarlySubmit(event: Event): void {
  const form = event.target;
  const isPosted = form instanceof HTMLFormElement && form.hasAttribute('action');
  const isHydrated = Object.keys(form ?? {}).some((key) => key.startsWith('__react'));
  if (!isHydrated && !isPosted) event.preventDefault();
}
addEventListener('submit', preventEarlySubmit, { capture: true });

// Links of the server's HTML work before React has hydrated it, also after a form that was posted.
ignoreStrayClicks(window);
