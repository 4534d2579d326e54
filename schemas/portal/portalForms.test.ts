import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { limits } from '#schemas/limits.ts';
import type { FormContent, FormElement } from '#schemas/forms.ts';
import { lintDefinition } from '#src/engine/core/lint/lintDefinition.ts';
import { fileLimits, type FileConfig } from '#widgets/file/fileLimits.ts';
import { portalRegistry } from '#widgets/portalRegistry.ts';

const names = readdirSync('schemas/portal').filter((name) => name.endsWith('.json'));
const read = (name: string) =>
  JSON.parse(readFileSync(`schemas/portal/${name}`, 'utf8')) as FormContent;
const elementsOf = (name: string): FormElement[] => read(name).formElements ?? [];

/** Right for the portal itself: what its rule is about, and attachments of any kind the product takes. */
const ownRight = ['portalOnly', 'extensionsOpen'];

describe.each(names)('%s', (name) => {
  it('is a form without mistakes, in both languages', () => {
    expect(
      lintDefinition(read(name), portalRegistry).findings.filter(
        ({ rule }) => !ownRight.includes(rule),
      ),
    ).toEqual([]);
  });

  it('asks for passwords and PINs as secrets only', () => {
    const secret = /password|^(pin|code)$/i;
    for (const { id, type } of elementsOf(name))
      expect([id, portalRegistry.get(type)?.isSecret ?? false]).toEqual([id, secret.test(id)]);
  });
});

it.each([
  ['login', ['Username', 'Password']],
  ['registrationUsername', ['username']],
  ['registrationPassword', ['password']],
  ['enterPin', ['password']],
  ['forgotUsername', ['email']],
  ['forgotPassword', ['username']],
  ['resetPassword', ['password']],
  ['changePassword', ['oldpassword', 'newpassword']],
  ['profilePicture', ['UploadId']],
  ['language', ['language']],
  ['support', ['email', 'description']],
  ['secondFactor', ['code']],
  ['recoveryCode', ['recoveryCode']], // given as a code, too
  ['confirmPassword', ['password']],
  ['addPasskey', ['name', 'password']],
  ['activation', ['agbAndDatenschutzAccepted']],
  ['newMessage', ['Header', 'TextContent', 'UploadIds']],
])('%s names its answers as the call does that takes them', (name, ids) =>
  expect(elementsOf(`${name}.json`).map(({ id }) => id)).toEqual(ids),
);

it('takes with a message what stands beside it: so many files of such a size', () => {
  const attached = elementsOf('newMessage.json').find(
    ({ id }) => id === 'UploadIds',
  ) as FormElement & FileConfig;
  const { maxPerMessage, maxSizeBytes } = limits.file;
  expect(fileLimits(attached)).toMatchObject({ maxFiles: maxPerMessage, maxSizeBytes });
  for (const text of Object.values(attached.help ?? {}))
    expect(text).toMatch(new RegExp(`\\b${maxPerMessage} .*\\b${maxSizeBytes / 1024 / 1024} MB`));
});

it('has a story for each', () => {
  const stories = readFileSync('stories/portalForms.stories.tsx', 'utf8');
  expect(names.filter((name) => !stories.includes(`schemas/portal/${name}`))).toEqual([]);
});
