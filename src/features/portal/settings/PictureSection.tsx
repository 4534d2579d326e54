import { cx } from '@linaria/core';
import { styled } from '@linaria/react';
import { FormattedMessage } from 'react-intl';
import { localize } from '#schemas/platform/common.ts';
import type { UserData } from '#schemas/access/users.ts';
import { formatPersonName } from '#schemas/platform/personName.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import {
  useProfilePicture,
  useRemoveProfilePictureMutation,
  useSetProfilePictureMutation,
} from '#src/api/files/profilePictures.ts';
import { provide } from '#src/engine/react/services/services.ts';
import { UploadRefused } from '#src/engine/react/services/uploads.ts';
import { PortalForm } from '#src/forms/PortalForm.tsx';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { pictureOwner } from '#widgets/picture/service.ts';
import {
  askedByHeader,
  SectionHeader,
  sectionClass,
} from '#src/features/access/settings/Section.tsx';
import { toast } from '#src/ui/toast.ts';

const PersonText = styled.span`
  display: block;
  overflow-wrap: anywhere;
  form & {
    margin-bottom: var(--s-3);
  }
  small {
    display: block;
    color: var(--muted);
    font-size: var(--text-sm);
  }
`;

/** Name and profile picture. Registered users can change it; a cropped picture is saved at once. */
export function PictureSection({ user, isRegistered }: { user: UserData; isRegistered: boolean }) {
  const errorText = useErrorText();
  const language = useShownLanguage();
  const picture = useProfilePicture(user);
  const [setPicture] = useSetProfilePictureMutation();
  const [removePicture] = useRemoveProfilePictureMutation();
  const { accountId, userId, firstName, lastName } = user;
  const avatar = <Avatar firstName={firstName} lastName={lastName} picture={picture} />;

  async function take(UploadId: string): Promise<void> {
    await setPicture({ params: { acc: accountId, userId }, body: { UploadId } })
      .unwrap()
      .catch((error: unknown) => {
        throw new UploadRefused(errorText(error), 'onRequest');
      });
    toast({ level: 'success', text: { id: 'settings.picture.saved' } });
  }

  async function handleRemove() {
    const { error } = await removePicture({ params: { acc: accountId, userId } });
    if (error) toast({ level: 'error', text: errorText(error) });
    else toast({ level: 'success', text: { id: 'settings.picture.removed' } });
  }

  if (!isRegistered)
    return (
      <section className={sectionClass}>
        <SectionHeader title={<FormattedMessage id="settings.person" />} />
        <Person user={user} />
      </section>
    );
  return (
    <section className={cx(sectionClass, askedByHeader)}>
      <PortalForm
        name="profilePicture"
        services={[
          provide(pictureOwner, {
            pictureBefore: avatar,
            name: <Person user={user} />,
            take,
            ...(picture === undefined ? {} : { remove: () => void handleRemove() }),
          }),
        ]}
        header={({ title, description }) => (
          <SectionHeader title={localize(title, language)}>
            {description && localize(description, language)}
          </SectionHeader>
        )}
      />
    </section>
  );
}

const Person = ({ user: { firstName, lastName, email, username } }: { user: UserData }) => (
  <PersonText>
    <b>{formatPersonName({ firstName, lastName })}</b>
    <small>{email}</small>
    {username && (
      <small>
        <FormattedMessage id="settings.username" values={{ name: username }} />
      </small>
    )}
  </PersonText>
);
