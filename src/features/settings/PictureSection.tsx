import { cx } from '@linaria/core';
import { styled } from '@linaria/react';
import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { localized } from '#schemas/common.ts';
import type { UserData } from '#schemas/users.ts';
import { toUserMessage } from '#src/api/errors.ts';
import { useProfilePicture, useRemoveProfilePictureMutation, useSetProfilePictureMutation } from '#src/api/profilePictures.ts';
import { provide } from '#src/engine/react/services.ts';
import { PortalForm, type PortalFormHandle } from '#src/forms/PortalForm.tsx';
import { useShownLanguage } from '#src/lib/useShownLanguage.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { Camera } from '#src/ui/icons.ts';
import { pictureOwner } from '#widgets/picture/service.ts';
import { askedByHeader, SectionHeader, sectionClass } from './Section.tsx';
import type { ShowToast } from '#src/lib/showToast.ts';

const Person = styled.span`
  display: block; overflow-wrap: anywhere;
  form & { margin-bottom: var(--s-3); }
  small { display: block; color: var(--muted); font-size: var(--text-sm); }
`;

/** Who somebody is here. Their picture is theirs to change once they have registered. */
export function PictureSection({ user, isRegistered, showToast }: { user: UserData; isRegistered: boolean; showToast: ShowToast }) {
  const intl = useIntl();
  const language = useShownLanguage();
  const picture = useProfilePicture(user);
  const [setPicture] = useSetProfilePictureMutation();
  const [removePicture] = useRemoveProfilePictureMutation();
  const form = useRef<PortalFormHandle>(null);
  const [isPicked, setIsPicked] = useState(false);
  const { accountId, userId, firstName, lastName, email } = user;
  const avatar = <Avatar firstName={firstName} lastName={lastName} picture={picture} />;

  async function handleSubmit({ UploadId }: Record<string, unknown>) {
    const { entityId } = UploadId as { entityId: string };
    await setPicture({ params: { acc: accountId, userId }, body: { UploadId: entityId } }).unwrap();
    form.current?.clear('UploadId');
    showToast({ level: 'success', text: intl.formatMessage({ id: 'settings.picture.saved' }) });
  }

  async function handleRemove() {
    const { error } = await removePicture({ params: { acc: accountId, userId } });
    if (error) showToast({ level: 'error', text: toUserMessage(error, (id) => intl.formatMessage({ id })) });
    else showToast({ level: 'success', text: intl.formatMessage({ id: 'settings.picture.removed' }) });
  }

  const person = <Person><b>{`${firstName} ${lastName}`.trim()}</b><small>{email}</small></Person>;
  if (!isRegistered) return <section className={sectionClass}><SectionHeader title={<FormattedMessage id="settings.person" />} />{person}</section>;
  return (
    <section className={cx(sectionClass, askedByHeader)}>
      <PortalForm
        ref={form} name="profilePicture" services={[provide(pictureOwner, { pictureBefore: avatar, name: person, ...(picture === undefined ? {} : { remove: () => void handleRemove() }) })]} submitIcon={<Camera size={20} aria-hidden />}
        {...(isPicked ? {} : { submitLabel: null })} onChange={({ UploadId }) => setIsPicked(UploadId !== undefined)}
        header={({ title, description }) => <SectionHeader title={localized(title, language)}>{description && localized(description, language)}</SectionHeader>} onSubmit={handleSubmit}
      />
    </section>
  );
}
