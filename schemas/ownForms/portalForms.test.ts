import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fileLimits } from '#schemas/files/limits.ts';
import type { FormContent, FormElement } from '#schemas/forms/forms.ts';
import { lintDefinition } from '#src/engine/core/lint/lintDefinition.ts';
import { getFileLimits, type FileConfig } from '#widgets/file/fileLimits.ts';
import { portalRegistry } from '#widgets/portalRegistry.ts';

const names = readdirSync('schemas/ownForms').filter((name) => name.endsWith('.json'));
const read = (name: string) =>
  JSON.parse(readFileSync(`schemas/ownForms/${name}`, 'utf8')) as FormContent;
const listElements = (name: string): FormElement[] => read(name).formElements ?? [];

/**
 * Right for the portal itself: what its rule is about, and attachments of any kind the product
 * takes.
 */
const ownRight = ['portalOnly', 'extensionsOpen'];

describe.each(names)('the portal form %s', (name) => {
  it('A portal form has no lint findings in either language', () => {
    expect(
      lintDefinition(read(name), portalRegistry).findings.filter(
        ({ rule }) => !ownRight.includes(rule),
      ),
    ).toEqual([]);
  });

  it('A portal form asks for passwords and PINs with secret elements only', () => {
    const secret = /password|^(pin|code)$/i;
    for (const { id, type } of listElements(name))
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
  ['client', ['salutation', 'firstName', 'lastName', 'email', 'mobile', 'language']],
  ['ownEmail', ['email', 'password']],
  ['ownMobile', ['mobile', 'password']],
  ['contactCode', ['code']],
  ['ownDetails', ['salutation', 'firstName', 'lastName', 'language']],
  ['notifications', ['kinds', 'rhythm', 'dailyAt']],
])('%s names its answers as the call does that takes them', (name, ids) =>
  expect(listElements(`${name}.json`).map(({ id }) => id)).toEqual(ids),
);

it('The message form allows as many files of such a size as the limits say', () => {
  const attached = listElements('newMessage.json').find(
    ({ id }) => id === 'UploadIds',
  ) as FormElement & FileConfig;
  const { maxPerMessage, maxSizeBytes } = fileLimits;
  expect(getFileLimits(attached)).toMatchObject({ maxFiles: maxPerMessage, maxSizeBytes });
  for (const text of Object.values(attached.help ?? {}))
    expect(text).toMatch(new RegExp(`\\b${maxPerMessage} .*\\b${maxSizeBytes / 1024 / 1024} MB`));
});

it('Every form of the portal has a story', () => {
  const stories = readFileSync('stories/engine/portalForms.stories.tsx', 'utf8');
  expect(names.filter((name) => !stories.includes(`schemas/ownForms/${name}`))).toEqual([]);
});
