// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { TestIntl } from '#src/engine/testing/TestForm.tsx';
import { OpeningHours } from './OpeningHours.tsx';

it.each([
  [undefined, ''],
  ['', ''],
  [{ de: ' ', en: '' }, ''],
  ['Mo–Fr 9–17 Uhr\nSa nach Vereinbarung', 'Öffnungszeiten: Mo–Fr 9–17 Uhr\nSa nach Vereinbarung'],
  [{ de: 'Mo–Fr 9–17 Uhr', en: 'Mon–Fri 9 to 5' }, 'Öffnungszeiten: Mo–Fr 9–17 Uhr'],
  [{ de: '', en: 'Mon–Fri 9 to 5' }, 'Öffnungszeiten: Mon–Fri 9 to 5'],
])('Opening hours %j are shown in German as “%s”', (hours, shown) => {
  const { container } = render(
    <TestIntl>
      <OpeningHours hours={hours} />
    </TestIntl>,
  );
  expect(container.textContent).toBe(shown);
});
