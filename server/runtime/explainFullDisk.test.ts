import { expect, it } from 'vitest';
import { OperatorError } from '#server/operatorError.ts';
import { explainFullDisk } from './explainFullDisk.ts';

it.each(['ENOSPC', 'SQLITE_FULL', '53100'])('%s is one sentence for the operator', (code) => {
  const explained = explainFullDisk(
    new Error('Failed', { cause: Object.assign(Error(), { code }) }),
  );
  expect(explained).toBeInstanceOf(OperatorError);
  expect(explained).toHaveProperty('message', expect.stringMatching(/^The disk .* is full: .*\.$/));
});

it.each([Object.assign(Error('no'), { code: 'ECONNREFUSED' }), new TypeError('no'), 'no'])(
  'The error %s stays as it is',
  (error) => {
    expect(explainFullDisk(error)).toBe(error);
  },
);
