import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { messageLimits } from '#schemas/cases/limits.ts';
import type { Message } from '#schemas/cases/messages.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { useReadMessageMutation, useSetFavoriteMutation } from '#src/api/cases/messages.ts';
import type { TimelineRef } from '#src/device/timelineRef.ts';
import { useCalendarDay } from '#src/locale/useMoment.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Checks, EnvelopeSimpleOpen, Paperclip, Star } from '#src/ui/portalIcons.ts';
import { toast } from '#src/ui/toast.ts';
import { WrappedText } from '#src/ui/WrappedText.tsx';
import { Attachments } from './Attachments.tsx';
import { BubbleRow, BubbleCard } from './bubbleStyles.ts';
import { cutBeforeWord } from '#src/ui/cutText.ts';
import { splitLinks } from './splitLinks.ts';
import { MessagePdfButton } from './MessagePdfButton.tsx';

const { sealedLength } = messageLimits;

/** Returns the initials of a full name, without titles. */
function nameParts(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...others] = name.split(/\s+/).filter((word) => !word.endsWith('.'));
  return { firstName, lastName: others.at(-1) ?? '' };
}

type BubbleProps = { place: TimelineRef; message: Message };

/** An unread message: its first characters, and a button that marks it read and opens it. */
function Sealed({ place, message }: BubbleProps) {
  const errorText = useErrorText();
  const [read, { isLoading }] = useReadMessageMutation();
  const { id, message: text, attachments } = message;
  const open = () =>
    read({ place, id })
      .unwrap()
      .catch((error: unknown) =>
        toast({
          level: 'error',
          text: errorText(error),
        }),
      );
  return (
    <>
      <p>{cutBeforeWord(text, sealedLength)}</p>
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

/** External pages open in a new tab, without a referrer. */
function Linked({ text }: { text: string }) {
  const intl = useIntl();
  return splitLinks(text).map((piece, index) => {
    if (typeof piece === 'string') return <WrappedText key={index}>{piece}</WrappedText>;
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

/** Saves a message or removes it from the saved ones. Its name stays, its state changes. */
function StarButton({ place, message }: BubbleProps) {
  const intl = useIntl();
  const errorText = useErrorText();
  const [setFavorite] = useSetFavoriteMutation();
  const { header, isFavorite } = message;
  const toggle = () =>
    setFavorite({ place, message, isFavorite: !isFavorite })
      .unwrap()
      .catch((error: unknown) =>
        toast({
          level: 'error',
          text: errorText(error),
        }),
      );
  return (
    <button
      type="button"
      aria-pressed={isFavorite}
      aria-label={intl.formatMessage({ id: 'messages.mark.label' }, { header })}
      onClick={() => void toggle()}
    >
      <Star size={18} weight={isFavorite ? 'fill' : 'regular'} aria-hidden />
      <FormattedMessage id="messages.mark" />
    </button>
  );
}

function Opened({ place, message }: BubbleProps) {
  const day = useCalendarDay();
  const { isOwnMessage, message: text, attachments, labels, belegdatum } = message;
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
              <FormattedMessage id="messages.documentDate" values={{ date: day(belegdatum) }} />
            </li>
          )}
          {labels.map((label) => (
            <li key={label}>{label}</li>
          ))}
        </ul>
      )}
      <Attachments files={attachments} />
      <footer>
        <StarButton place={place} message={message} />
        <MessagePdfButton place={place} message={message} />
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

/** One message. Its text is hidden until the reader opens it. */
export function Bubble({
  isSought,
  ...props
}: BubbleProps & { /** the address names this message */ isSought: boolean }) {
  const intl = useIntl();
  const { creatorName, creationDate, header, isOwnMessage, read } = props.message;
  const [wasSealed] = useState(!read);
  const author = isOwnMessage ? intl.formatMessage({ id: 'messages.you' }) : creatorName;
  return (
    <BubbleRow data-own={isOwnMessage ? '' : undefined}>
      {!isOwnMessage && (
        <span data-author aria-hidden>
          <Avatar {...nameParts(creatorName)} />
        </span>
      )}
      {/* The opened text takes the focus of the removed button. */}
      <BubbleCard
        tabIndex={-1}
        data-sealed={read ? undefined : ''}
        data-opened={read && wasSealed ? '' : undefined}
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
      </BubbleCard>
    </BubbleRow>
  );
}
