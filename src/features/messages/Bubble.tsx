import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { limits } from '#schemas/limits.ts';
import type { Message } from '#schemas/messages.ts';
import { toUserMessage } from '#src/api/errors.ts';
import { useReadMessageMutation, useSetFavoriteMutation } from '#src/api/messages.ts';
import type { ShowToast } from '#src/lib/showToast.ts';
import type { TimelinePlace } from '#src/lib/timelinePlace.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Checks, EnvelopeSimpleOpen, Paperclip, Star } from '#src/ui/icons.ts';
import { Attachments } from './Attachments.tsx';
import { Row, Sheet } from './bubbleParts.ts';
import { linked } from './linked.ts';
import { MessagePdfButton } from './MessagePdfButton.tsx';

const { sealedLength } = limits.message;
const previewOf = (text: string): string => {
  const characters = [...text];
  return characters.length > sealedLength ? `${characters.slice(0, sealedLength).join('')}…` : text;
};

/** Of a name in one piece, without its titles. */
function nameParts(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...others] = name.split(/\s+/).filter((word) => !word.endsWith('.'));
  return { firstName, lastName: others.at(-1) ?? '' };
}

type BubbleProps = { place: TimelinePlace; message: Message; showToast: ShowToast };

/** A message that waits to be read: its beginning, and the way to the rest. Reading it is noted only then. */
function Sealed({ place, message, showToast }: BubbleProps) {
  const intl = useIntl();
  const [read, { isLoading }] = useReadMessageMutation();
  const { id, message: text, attachments } = message;
  const open = () =>
    read({ place, id })
      .unwrap()
      .catch((error: unknown) =>
        showToast({
          level: 'error',
          text: toUserMessage(error, (each) => intl.formatMessage({ id: each })),
        }),
      );
  return (
    <>
      <p>{previewOf(text)}</p>
      <footer>
        <span>
          {attachments.length > 0 && (
            <>
              <Paperclip size={16} aria-hidden />
              <FormattedMessage id="messages.attachments" values={{ count: attachments.length }} />
            </>
          )}
        </span>
        <Button
          variant="primary"
          icon={<EnvelopeSimpleOpen size={20} aria-hidden />}
          isBusy={isLoading}
          onClick={() => void open()}
        >
          <FormattedMessage id="ReadMessage" />
        </Button>
      </footer>
    </>
  );
}

/** Pages open beside the portal, and learn nothing of where their reader came from. */
function Linked({ text }: { text: string }) {
  const intl = useIntl();
  return linked(text).map((piece, index) => {
    if (typeof piece === 'string') return piece;
    const { text: name, url } = piece;
    if (url.protocol === 'mailto:')
      return (
        <a key={index} href={url.href}>
          {name}
        </a>
      );
    return (
      <a
        key={index}
        href={url.href}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={intl.formatMessage({ id: 'cases.newTab' }, { name })}
      >
        {name}
      </a>
    );
  });
}

function Opened({ place, message, showToast }: BubbleProps) {
  const intl = useIntl();
  const [setFavorite] = useSetFavoriteMutation();
  const { isFavorite, isOwnMessage, message: text, attachments, labels, belegdatum } = message;
  const toggle = () =>
    setFavorite({ place, message, isFavorite: !isFavorite })
      .unwrap()
      .catch((error: unknown) =>
        showToast({
          level: 'error',
          text: toUserMessage(error, (id) => intl.formatMessage({ id })),
        }),
      );
  return (
    <>
      {text && (
        <p>
          <Linked text={text} />
        </p>
      )}
      {(labels.length > 0 || belegdatum) && (
        <ul data-labels>
          {belegdatum && (
            <li>
              <FormattedMessage
                id="messages.documentDate"
                values={{
                  date: intl.formatDate(`${belegdatum}T00:00:00Z`, {
                    day: '2-digit',
                    month: '2-digit',
                    year: 'numeric',
                    timeZone: 'UTC',
                  }),
                }}
              />
            </li>
          )}
          {labels.map((label) => (
            <li key={label}>{label}</li>
          ))}
        </ul>
      )}
      <Attachments files={attachments} />
      <footer>
        <button type="button" aria-pressed={isFavorite} onClick={() => void toggle()}>
          <Star size={18} weight={isFavorite ? 'fill' : 'regular'} aria-hidden />
          <FormattedMessage id={isFavorite ? 'messages.favorite' : 'messages.mark'} />
        </button>
        <MessagePdfButton place={place} message={message} showToast={showToast} />
        {isOwnMessage && (
          <span>
            <Checks size={16} aria-hidden />
            <FormattedMessage id="messages.delivered" />
          </span>
        )}
      </footer>
    </>
  );
}

/** One message as its reader has it: sealed until it is read. */
export function Bubble({
  isSought,
  ...props
}: BubbleProps & { /** the reader was led here */ isSought: boolean }) {
  const intl = useIntl();
  const { creatorName, creationDate, header, isOwnMessage, read } = props.message;
  const [wasSealed] = useState(!read);
  const author = isOwnMessage ? intl.formatMessage({ id: 'messages.you' }) : creatorName;
  return (
    <Row data-own={isOwnMessage ? '' : undefined}>
      {!isOwnMessage && (
        <span data-author aria-hidden>
          <Avatar {...nameParts(creatorName)} />
        </span>
      )}
      {/* What was opened here takes the focus that the button had. */}
      <Sheet
        tabIndex={-1}
        data-sealed={read ? undefined : ''}
        data-sought={isSought || undefined}
        aria-label={intl.formatMessage({ id: 'messages.of' }, { author, header })}
        ref={(sheet) => {
          if (wasSealed && read && sheet && document.activeElement === document.body) sheet.focus();
        }}
      >
        <header>
          <b>{author}</b>
          <time dateTime={creationDate}>{intl.formatTime(creationDate)}</time>
        </header>
        <h3>{header}</h3>
        {read ? <Opened {...props} /> : <Sealed {...props} />}
      </Sheet>
    </Row>
  );
}
