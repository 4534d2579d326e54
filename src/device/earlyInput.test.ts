// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { forgetEarlyInput, keepEarlyInput, restoreEarlyInput } from './earlyInput.ts';
import { readTabChoice, writeTabChoice } from './storage.ts';

const never = () => false;

/** Loads a page with a form as the server sends it, or as it is once it is open. */
function loadPage(path: string, isOpen = false): void {
  history.replaceState(null, '', path);
  document.body.innerHTML = `<form ${isOpen ? '' : 'data-opening'}>
    <input name="firstName" /><input type="password" name="pin" /><textarea name="story"></textarea>
    <select name="country"><option value=""></option><option value="de">DE</option></select>
    <input type="radio" name="injured" value="yes" /><input type="radio" name="injured" value="no" />
    <input type="checkbox" name="seen" value="a" /><input type="checkbox" name="seen" value="b" />
  </form><input name="search" />`;
}

const find = <T extends Element = HTMLInputElement>(selector: string): T => {
  const found = document.querySelector<T>(selector);
  if (!found) throw new Error(`The page has no ${selector}`);
  return found;
};

function type(selector: string, value: string): void {
  const control = find(selector);
  control.value = value;
  keepEarlyInput(control);
}

function tick(selector: string, isTicked = true): void {
  const control = find(selector);
  control.checked = isTicked;
  keepEarlyInput(control);
}

const readKept = () => readTabChoice('earlyInput');

beforeEach(() => {
  writeTabChoice('earlyInput', undefined);
  writeTabChoice('sharedDevice', undefined);
});

it('A form that was never open has its input again after a reload, and at its own address only', () => {
  loadPage('/externalform/one');
  type('[name=firstName]', 'Jonas');
  type('textarea', 'Ein Lieferwagen.');
  type('select', 'de');
  tick('[value=yes]');
  tick('[value=no]');
  tick('[value=a]');
  tick('[value=b]');
  tick('[value=a]', false);

  loadPage('/externalform/other');
  restoreEarlyInput(document.body, never);
  expect(find('[name=firstName]').value).toBe('');

  loadPage('/externalform/one/');
  restoreEarlyInput(document.body, never);
  expect(find('[name=firstName]').value).toBe('Jonas');
  expect(find('textarea').value).toBe('Ein Lieferwagen.');
  expect(find('select').value).toBe('de');
  const ticks = [...document.querySelectorAll<HTMLInputElement>(':checked[name]')];
  expect(ticks.map(({ value }) => value)).toEqual(['no', 'b']);
});

it('What the visitor has typed since the reload stays', () => {
  loadPage('/externalform/one');
  type('[name=firstName]', 'Jonas');
  loadPage('/externalform/one');
  const used = find('[name=firstName]');
  used.value = 'Jana';
  restoreEarlyInput(document.body, (control) => control === used);
  expect(used.value).toBe('Jana');
});

it('A tab keeps no password, nothing of a form that is open, and nothing on a shared device', () => {
  loadPage('/externalform/one');
  type('[name=pin]', '123456');
  type('[name=search]', 'Kaution');
  loadPage('/externalform/one', true);
  type('[name=firstName]', 'Jonas');
  expect(readKept()).toBeUndefined();

  writeTabChoice('sharedDevice', 'yes');
  loadPage('/externalform/one');
  type('[name=firstName]', 'Jonas');
  expect(readKept()).toBeUndefined();
});

it('An opened form leaves the input of other forms in the tab', () => {
  loadPage('/externalform/one');
  type('[name=firstName]', 'Jonas');
  loadPage('/externalform/other');
  type('[name=firstName]', 'Jana');
  forgetEarlyInput('/externalform/one');
  restoreEarlyInput(document.body, never);
  expect(find('[name=firstName]').value).toBe('Jana');
  forgetEarlyInput('/externalform/other');
  expect(readKept()).toBeUndefined();
});
