// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ignoreStrayClicks } from './ignoreStrayClicks.ts';

let stop: () => void;
let clicked: string[];

const find = (selector: string) => document.querySelector<HTMLElement>(selector) ?? document.body;

/** Dispatches one event; returns false if its default action is prevented. */
const dispatch = (
  type: 'mousedown' | 'click' | 'dblclick',
  selector: string,
  detail: number,
): boolean =>
  find(selector).dispatchEvent(new MouseEvent(type, { detail, bubbles: true, cancelable: true }));

/** Presses and clicks as a browser does; `detail` counts the clicks of the gesture. */
function click(selector: string, detail: number): boolean {
  dispatch('mousedown', selector, detail);
  return dispatch('click', selector, detail);
}

/** Taps with a finger as a browser does: a tap 400 ms after another one begins a new gesture. */
function tap(selector: string, { x = 100, y = 100, type = 'touch' } = {}): boolean {
  const place = { clientX: x, clientY: y, detail: 1, bubbles: true, cancelable: true };
  const element = find(selector);
  element.dispatchEvent(new PointerEvent('pointerdown', { ...place, pointerType: type }));
  element.dispatchEvent(new MouseEvent('mousedown', place));
  return element.dispatchEvent(new MouseEvent('click', place));
}

/** Sets the time of the events that follow, in milliseconds. */
function setTime(ms: number): void {
  vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(ms);
}

/** Replaces the page, as a submitted form does. */
function show(html: string): void {
  document.body.innerHTML = html;
  for (const each of document.querySelectorAll('[id]'))
    each.addEventListener('click', () => clicked.push(each.id));
}

beforeEach(() => {
  clicked = [];
  stop = ignoreStrayClicks(window);
});
afterEach(() => {
  stop();
  vi.restoreAllMocks();
});

it('The second half of a double click does not open a link in the place of its button', () => {
  show('<button id="send">Absenden</button>');
  click('#send', 1);
  show('<a id="away" href="#away">Weiter</a>');
  expect([click('#away', 2), click('#away', 3)]).toEqual([false, false]);
  expect(clicked).toEqual(['send']);
  expect(click('#away', 1)).toBe(true);
  expect(clicked).toEqual(['send', 'away']);
});

it('The second half of a double click does not press a field in the place of its button', () => {
  show('<button id="next">Weiter</button>');
  click('#next', 1);
  show('<select id="list"></select>');
  expect(dispatch('mousedown', '#list', 2)).toBe(false);
});

it('A double click on a link is none for what opens in its place, and one for what stays', () => {
  show('<a id="photo" href="#photo">Foto</a>');
  click('#photo', 1);
  expect(dispatch('dblclick', '#photo', 2)).toBe(true);
  show('<div id="stage" tabindex="0"></div>');
  expect(dispatch('dblclick', '#stage', 2)).toBe(false);
  click('#stage', 1);
  expect(dispatch('dblclick', '#stage', 2)).toBe(true);
});

it.each(['option', 'menuitem'])('A double click that opens a list chooses no %s of it', (role) => {
  show('<button id="open">Versicherer</button>');
  click('#open', 1);
  show(`<div role="${role}" id="first">Hanseatische</div>`);
  expect(click('#first', 2)).toBe(false);
  expect(clicked).toEqual(['open']);
});

it('A document that opened in the middle of a double click ignores its second half', () => {
  show('<button id="send">Absenden</button>');
  click('#send', 2);
  expect(clicked).toEqual([]);
});

it('A double click on one control clicks twice, also after its icon has changed', () => {
  show('<button id="toggle"><svg></svg></button>');
  click('#toggle svg', 1);
  find('#toggle').innerHTML = '<i></i>';
  click('#toggle i', 2);
  expect(clicked).toEqual(['toggle', 'toggle']);
});

it('A double click on a label switches its checkbox twice', () => {
  show('<label for="agree">Einverstanden</label><input type="checkbox" id="agree">');
  click('label', 1);
  click('label', 2);
  expect(clicked).toEqual(['agree', 'agree']);
});

it('The keyboard presses whatever control has the focus', () => {
  show('<button id="one"></button><button id="two"></button>');
  click('#one', 1);
  dispatch('click', '#two', 0);
  find('#two').click();
  expect(clicked).toEqual(['one', 'two', 'two']);
});

it('A click event that code dispatches reaches its control', () => {
  show('<input type="radio" id="yes">');
  find('#yes').dispatchEvent(new Event('click', { bubbles: true }));
  expect(clicked).toEqual(['yes']);
});

it('A double click on text selects a word', () => {
  show('<button id="one"></button><p>Ihre Angaben</p>');
  click('#one', 1);
  expect(dispatch('mousedown', 'p', 2)).toBe(true);
});

describe('Taps of a finger', () => {
  beforeEach(() => {
    setTime(1_000);
    show('<button id="send">Absenden</button>');
    tap('#send');
    show('<a id="away" href="#away">Weiter</a>');
  });

  it('A second tap within 500 ms does not open a link in the place of its button', () => {
    setTime(1_400);
    expect(tap('#away', { x: 110, y: 95 })).toBe(false);
    setTime(1_800); // 400 ms after the second tap
    expect(tap('#away')).toBe(false);
    expect(clicked).toEqual(['send']);
  });

  it('A later tap, or one at another place, opens the link', () => {
    setTime(1_499);
    expect(tap('#away', { y: 120 })).toBe(true);
    setTime(1_999);
    expect(tap('#away', { y: 120 })).toBe(true);
    expect(clicked).toEqual(['send', 'away', 'away']);
  });

  it('Taps on one control click it each time', () => {
    setTime(1_600);
    tap('#away');
    setTime(1_900);
    tap('#away');
    expect(clicked).toEqual(['send', 'away', 'away']);
  });

  it('A first click of a mouse opens the link, however soon it follows a tap', () => {
    setTime(1_400);
    expect(tap('#away', { type: 'mouse' })).toBe(true);
  });

  it('The keyboard presses the link at once', () => {
    setTime(1_100);
    dispatch('click', '#away', 0);
    expect(clicked).toEqual(['send', 'away']);
  });
});
