import { styled } from '@linaria/react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { FormProcess } from '#schemas/forms/assistants.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { saveFile } from '#src/api/files/files.ts';
import { FilePdf } from '#src/ui/icons.ts';
import { Illustration } from '#src/ui/Illustration.tsx';
import { PhoneLink } from '#src/forms/PhoneLink.tsx';
import { Scriptless } from '#src/ui/Scriptless.tsx';
import { toast } from '#src/ui/toast.ts';
import { useIsHydrated } from '#src/ui/useIsHydrated.ts';

const Aside = styled.aside`
  display: grid;
  gap: var(--s-6);
  font-size: var(--text-sm);
  h2 {
    font: var(--fw-strong) var(--text-md)/var(--lh-snug) var(--font-sans);
    letter-spacing: 0;
    margin-bottom: var(--s-2);
  }
  section + section {
    border-top: 1px solid var(--border);
    padding-top: var(--s-5);
  }
  a,
  button,
  [data-name] {
    display: inline-flex;
    gap: 0.5rem;
    align-items: center;
    min-height: 2rem;
  }
  a {
    font-weight: var(--fw-strong);
  }
  button {
    padding: 0.2rem 0;
    border: 0;
    background: none;
    color: var(--accent-text);
    text-align: left;
    text-decoration: underline;
    text-underline-offset: 0.18em;
  }
  @media (max-width: 1279px) {
    > svg {
      display: none;
    }
  }
`;

/** A file to download; only its name without scripts, because the download needs a session. */
function Attachment({ id, fileName }: FormProcess['attachments'][number]) {
  const errorText = useErrorText();
  const label = (
    <>
      <FilePdf size={20} aria-hidden />
      <span>{fileName}</span>
    </>
  );
  return useIsHydrated() ? (
    <button
      type="button"
      onClick={() =>
        void saveFile(id, fileName).catch((error: unknown) =>
          toast({ level: 'error', text: errorText(error) }),
        )
      }
    >
      {label}
    </button>
  ) : (
    <span data-name>{label}</span>
  );
}

/** Help beside the form: contact and attachments. */
export function FormAside({ process: { contact, attachments } }: { process: FormProcess }) {
  const intl = useIntl();
  return (
    <Aside aria-label={intl.formatMessage({ id: 'form.help' })}>
      <Illustration subject="letter" />
      {contact.contact && (
        <section>
          <h2>
            <FormattedMessage id="form.help" />
          </h2>
          <PhoneLink phone={contact.contact} />
        </section>
      )}
      {attachments.length > 0 && (
        <section>
          <h2>
            <FormattedMessage id="form.attachments" />
          </h2>
          <ul>
            {attachments.map((attachment) => (
              <li key={attachment.id}>
                <Attachment {...attachment} />
              </li>
            ))}
          </ul>
          <Scriptless>
            <p>
              <FormattedMessage id="element.needsScripts" />
            </p>
          </Scriptless>
        </section>
      )}
    </Aside>
  );
}
