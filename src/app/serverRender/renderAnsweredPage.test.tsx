// @vitest-environment node
import { expect, it } from 'vitest';
import type { FormContent } from '#schemas/forms/forms.ts';
import { serverRender } from './renderPages.tsx';

const here = '/page/test/guidance/r1';
const answered = {
  accountId: 'a1',
  accountName: 'Kanzlei Test',
  headerLogoUrl: null,
  theme: { primaryColor: '#14505c' },
  contact: {
    street: 'Weg 1',
    postalCode: '20259',
    city: 'Hamburg',
    contact: '040 1',
    website: 'https://kanzlei.example',
  },
  submittedAt: '2026-11-27T09:00:00Z',
};
const formElement: FormContent = {
  title: 'Mandat',
  formElements: [{ id: 'matter', type: 'input', label: 'Anliegen' }],
};

it('The page of an answered request names its provider and the time', async () => {
  const view = await serverRender.answered({ here, language: 'en', answered });
  expect(view?.hydrate).toBe('answered');
  for (const part of ['Kanzlei Test', 'href="tel:0401"', 'href="?language=de"', 'Weg 1'])
    expect(view?.html).toContain(part);
  expect(view?.html).toContain('27 Nov 2026, 10:00');
});

it('The page of a form that was answered elsewhere has the answers that were posted', async () => {
  const answers = [{ elementId: 'matter', type: 'input', value: 'Erbe & Haus' }];
  const unsent = { formElement, revision: 1, answers };
  const view = await serverRender.answered({ here, language: 'de', answered, unsent });
  for (const part of ['Ihre Angaben wurden nicht abgeschickt', 'Erbe &amp; Haus', 'Weg 1'])
    expect(view?.html).toContain(part);
  expect(view?.html).not.toContain('Angaben kopieren'); // a button that needs scripts
  expect(view?.html).not.toContain('href="?language='); // a link would lose the answers
});
