import { describe, expect, it, vi } from 'vitest';
import type { FormElement } from '#schemas/forms.ts';
import { compileCheck } from '#src/engine/testing/compileCheck.ts';
import { registry } from '#widgets/registry.ts';
import { createAnswerStore } from './answerStore.ts';
import { compileForm } from './compileForm.ts';
import { validateAnswers } from './validateAnswers.ts';
import type { Answers } from './visibility.ts';

const elements: FormElement[] = [
  { id: 'name', type: 'input', label: 'Name', required: true, minLength: 2 },
  { id: 'mail', type: 'input', label: 'E-Mail', format: 'email' },
  { id: 'injured', type: 'checkbox', label: 'Verletzt' },
  { id: 'who', type: 'input', label: 'Wer?', required: true, visibleWhen: { element: 'injured', equals: true } },
];

function setUp(initial: Answers = {}) {
  const check = compileCheck(compileForm({ title: 'Test', formElements: elements }, registry));
  const validate = vi.fn((answers: Answers) => validateAnswers(elements, registry, answers, check, { today: '2026-11-20' }));
  return { store: createAnswerStore({ elements, registry, initial, validate }), validate };
}

describe('typing', () => {
  it('tells only the element that was typed into, and checks nothing', () => {
    const { store, validate } = setUp({ name: 'Jonas' });
    const [name, mail, outline] = [vi.fn(), vi.fn(), vi.fn()];
    store.subscribe('name', name);
    store.subscribe('mail', mail);
    store.onOutline(outline);
    store.set('name', 'Jonas W');
    expect(name).toHaveBeenCalledTimes(1);
    expect(mail).not.toHaveBeenCalled();
    expect(outline).not.toHaveBeenCalled();
    expect(validate).not.toHaveBeenCalled();
  });

  it('shows no new error while typing, and takes a shown one away once it is mended', () => {
    const { store } = setUp();
    store.set('name', 'J');
    expect(store.errorOf('name')).toBeUndefined();
    store.leave('name');
    expect(store.errorOf('name')?.rule).toBe('minLength');
    store.set('name', 'Jo');
    expect(store.errorOf('name')).toBeUndefined();
  });

  it('stops telling who has unsubscribed', () => {
    const { store } = setUp();
    const listener = vi.fn();
    store.subscribe('name', listener)();
    store.set('name', 'Jonas');
    expect(listener).not.toHaveBeenCalled();
  });
});

describe('leaving an element', () => {
  it('stays quiet about one that was only passed by', () => {
    const { store } = setUp();
    store.leave('name');
    expect(store.errorOf('name')).toBeUndefined();
  });

  it('says nothing about the others', () => {
    const { store } = setUp({ mail: 'no mail' });
    store.set('name', 'J');
    store.leave('name');
    expect(store.errorOf('mail')).toBeUndefined();
  });
});

describe('visibility', () => {
  it('follows the answer it depends on, and what was typed comes back', () => {
    const { store } = setUp({ injured: true });
    const who = vi.fn();
    store.subscribe('who', who);
    store.set('who', 'Beifahrerin');
    store.set('injured', undefined);
    expect(store.isVisible('who')).toBe(false);
    store.set('injured', true);
    expect(store.isVisible('who')).toBe(true);
    expect(store.get('who')).toBe('Beifahrerin');
    expect(who).toHaveBeenCalledTimes(3);
  });
});

describe('progress', () => {
  it('counts required elements that are shown', () => {
    const { store } = setUp();
    expect(store.progress()).toEqual({ answered: 0, required: 1 });
    store.set('name', 'Jonas');
    store.set('injured', true);
    expect(store.progress()).toEqual({ answered: 1, required: 2 });
  });

  it('tells the outline only when it can have changed', () => {
    const { store } = setUp();
    const outline = vi.fn();
    store.onOutline(outline);
    store.set('name', 'J');
    store.set('name', 'Jo');
    store.set('name', '');
    expect(outline).toHaveBeenCalledTimes(2);
  });
});

describe('validateAll', () => {
  it('shows every error and tells the elements that have one', () => {
    const { store } = setUp({ mail: 'no mail' });
    const mail = vi.fn();
    store.subscribe('mail', mail);
    expect(store.validateAll().errors.map((error) => error.elementId)).toEqual(['name', 'mail']);
    expect(store.errorOf('mail')?.rule).toBe('format');
    expect(mail).toHaveBeenCalledTimes(1);
  });

  it('forgets the error of an element that has been hidden since', () => {
    const { store } = setUp({ name: 'Jonas', injured: true });
    store.validateAll();
    expect(store.errorOf('who')?.rule).toBe('required');
    store.set('injured', undefined);
    store.leave('name');
    expect(store.errors().size).toBe(0);
  });
});

describe('adopting answers from elsewhere', () => {
  it('takes known elements over and leaves the rest alone', () => {
    const { store } = setUp({ name: 'Jonas' });
    const typed = vi.fn();
    store.onChange(typed);
    store.adopt({ mail: 'j@example.com', stranger: 1 });
    expect(store.answers()).toEqual({ name: 'Jonas', mail: 'j@example.com' });
    expect(typed).not.toHaveBeenCalled();
  });
});
