import { styled } from '@linaria/react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { BusinessFormDetail } from '#schemas/forms/businessForms.ts';
import { saveBytes } from '#src/device/saveBytes.ts';
import { Button } from '#src/ui/Button.tsx';
import { CopyButton } from '#src/ui/CopyButton.tsx';
import { LockSimple } from '#src/ui/icons.ts';
import { DownloadSimple } from '#src/ui/portalIcons.ts';
import { Note } from '#src/ui/Note.tsx';
import { QrCode, drawQrPng, drawQrSvg } from '#src/ui/QrCode.tsx';
import { toast } from '#src/ui/toast.ts';

const Parts = styled.div`
  display: grid;
  gap: var(--s-5);
  margin-top: var(--s-4);
  h3 {
    margin-bottom: var(--s-2);
    font: var(--fw-strong) var(--text-sm)/1.3 var(--font-sans);
    letter-spacing: 0;
  }
  [data-link] {
    display: grid;
    gap: var(--s-2);
    justify-items: start;
  }
  [data-link] + [data-link] {
    margin-top: var(--s-4);
  }
  [data-link] a {
    font-size: var(--text-sm);
    overflow-wrap: anywhere;
  }
  [data-qr] {
    display: grid;
    grid-template-columns: minmax(0, 10rem) minmax(0, 1fr);
    gap: var(--s-4);
    align-items: center;
  }
  [data-qr] > div {
    display: grid;
    gap: var(--s-2);
    justify-items: stretch;
  }
  button {
    min-height: var(--control-sm);
    padding-block: 0.2rem;
    font-size: var(--text-sm);
  }
  @media (max-width: 767px) {
    [data-qr] {
      grid-template-columns: minmax(0, 1fr);
    }
    button {
      min-height: var(--target-min);
    }
  }
`;

/** Returns a file name that every system accepts. */
const buildFileName = (title: string): string =>
  title
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80) || 'QR';

function Address({ url }: { url: string }) {
  const intl = useIntl();
  return (
    <div data-link>
      <a href={url} target="_blank" rel="noreferrer">
        {url}
      </a>
      <CopyButton
        text={url}
        label={intl.formatMessage({ id: 'businessForms.copyLink' })}
        doneLabel={intl.formatMessage({ id: 'businessForms.copied' })}
      />
    </div>
  );
}

/** QR code of a form, to show and to save. */
function QrDownload({ address, title }: { address: string; title: string }) {
  const intl = useIntl();

  async function savePng() {
    const picture = await drawQrPng(address);
    if (picture) saveBytes(picture, `${buildFileName(title)}.png`);
    else toast({ level: 'warning', text: { id: 'businessForms.qr.failed' } });
  }

  return (
    <div data-qr>
      <QrCode text={address} label={intl.formatMessage({ id: 'businessForms.qr' })} />
      <div>
        <Button
          icon={<DownloadSimple size={20} aria-hidden />}
          onClick={() => saveBytes(drawQrSvg(address), `${buildFileName(title)}.svg`)}
        >
          <FormattedMessage id="businessForms.qr.svg" />
        </Button>
        <Button icon={<DownloadSimple size={20} aria-hidden />} onClick={() => void savePng()}>
          <FormattedMessage id="businessForms.qr.png" />
        </Button>
      </div>
    </div>
  );
}

/** A published form without an address is internal. */
const noLinkTexts = {
  draft: 'businessForms.links.none.draft',
  published: 'businessForms.links.none.internal',
  withdrawn: 'businessForms.links.none.withdrawn',
} as const;

/** Links of a form, to copy, and a QR code. */
export function Links({
  form: { state, url, publicPages, isPinProtected },
  title,
}: {
  form: BusinessFormDetail;
  title: string;
}) {
  if (url === null)
    return (
      <p>
        <FormattedMessage id={noLinkTexts[state]} />
      </p>
    );
  return (
    <Parts>
      <div>
        <h3>
          <FormattedMessage id="businessForms.links.form" />
        </h3>
        <Address url={url} />
      </div>
      {isPinProtected && (
        <Note icon={LockSimple}>
          <p>
            <FormattedMessage id="businessForms.links.pin" />
          </p>
        </Note>
      )}
      <QrDownload address={url} title={title} />
      {publicPages.length > 0 && (
        <div>
          <h3>
            <FormattedMessage id="businessForms.links.page" />
          </h3>
          {publicPages.map((page) => (
            <Address key={page} url={page} />
          ))}
        </div>
      )}
    </Parts>
  );
}
