import { styled } from '@linaria/react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Message } from '#schemas/messages.ts';
import { toUserMessage } from '#src/api/errors.ts';
import { useReadMessageMutation, useSetFavoriteMutation, type TimelinePlace } from '#src/api/messages.ts';
import type { ShowToast } from '#src/lib/showToast.ts';
import { Button } from '#src/ui/Button.tsx';
import { Checks, EnvelopeSimpleOpen, Paperclip, Star } from '#src/ui/icons.ts';
import { Attachments } from './Attachments.tsx';

const Row = styled.div`
  display: grid; grid-template-columns: minmax(0, 36rem);
  &[data-own] { grid-template-columns: minmax(0, 33rem); justify-content: end; }
  @media (max-width: 767px) { grid-template-columns: minmax(0, 1fr); padding-right: 1.25rem; &[data-own] { grid-template-columns: minmax(0, 1fr); padding: 0 0 0 1.25rem; } }
  @media print { display: block; break-inside: avoid; }
`;
const Sheet = styled.article`
  padding: .75rem 1rem .65rem; background: var(--sunken); border: 1px solid var(--border); border-radius: var(--r-xs) var(--r-lg) var(--r-lg) var(--r-lg); overflow-wrap: anywhere;
  [data-own] > & { background: var(--accent-tint); border-color: var(--accent-line); border-radius: var(--r-lg) var(--r-xs) var(--r-lg) var(--r-lg); }
  &[data-sealed] { background: var(--raised); border-color: var(--accent-edge); box-shadow: var(--shadow-2); }
  &:focus-visible { outline-offset: 3px; }
  > header { display: flex; gap: .5rem; align-items: baseline; margin-bottom: .2rem; color: var(--muted); font-size: var(--text-xs); }
  > header > b { color: var(--text); font-weight: var(--fw-strong); }
  > header > time { margin-left: auto; white-space: nowrap; }
  > h3 { margin-bottom: .2rem; font: var(--fw-strong) var(--text-base)/1.3 var(--font-sans); letter-spacing: 0; }
  &[data-sealed] > h3::before { content: ''; display: inline-block; width: .6rem; height: .6rem; margin-right: .5rem; border-radius: 50%; background: var(--accent); }
  > p { line-height: 1.48; white-space: pre-wrap; }
  &[data-sealed] > p { color: var(--muted); }
  > [data-labels] { display: flex; flex-wrap: wrap; gap: .35rem; margin-top: .5rem; font-size: var(--text-xs); }
  > [data-labels] > li { padding: .1rem .5rem; border: 1px solid var(--border-strong); border-radius: var(--r-full); }
  > footer { display: flex; flex-wrap: wrap; gap: .15rem .5rem; justify-content: space-between; align-items: center; margin-top: .45rem; color: var(--muted); font-size: var(--text-xs); }
  > footer > span { display: inline-flex; gap: .35rem; align-items: center; }
  > footer > button[aria-pressed] { display: inline-flex; gap: .35rem; align-items: center; min-height: 2rem; margin-left: -.5rem; padding: .35rem .5rem; border: 0; border-radius: var(--r-sm); background: none; color: inherit; font-size: var(--text-xs); }
  > footer > button[aria-pressed]:hover { background: var(--surface); color: var(--text); }
  > footer > button[aria-pressed='true'] > svg { color: var(--star); stroke: var(--star-line); stroke-width: 10px; }
`;

const previewLength = 50;
const previewOf = (text: string): string => {
  const characters = [...text];
  return characters.length > previewLength ? `${characters.slice(0, previewLength).join('')}…` : text;
};

type BubbleProps = { place: TimelinePlace; message: Message; showToast: ShowToast };

/** A message that waits to be read: its beginning, and the way to the rest. Reading it is noted only then. */
function Sealed({ place, message, showToast }: BubbleProps) {
  const intl = useIntl();
  const [read, { isLoading }] = useReadMessageMutation();
  const { id, message: text, attachments } = message;
  const open = () => read({ place, id }).unwrap().catch((error: unknown) => showToast({ level: 'error', text: toUserMessage(error, (each) => intl.formatMessage({ id: each })) }));
  return (
    <>
      <p>{previewOf(text)}</p>
      <footer>
        <span>{attachments.length > 0 && <><Paperclip size={16} aria-hidden /><FormattedMessage id="messages.attachments" values={{ count: attachments.length }} /></>}</span>
        <Button variant="primary" icon={<EnvelopeSimpleOpen size={20} aria-hidden />} isBusy={isLoading} onClick={() => void open()}><FormattedMessage id="ReadMessage" /></Button>
      </footer>
    </>
  );
}

function Opened({ place, message, showToast }: BubbleProps) {
  const intl = useIntl();
  const [setFavorite] = useSetFavoriteMutation();
  const { isFavorite, isOwnMessage, message: text, attachments, labels, belegdatum } = message;
  const toggle = () => setFavorite({ place, message, isFavorite: !isFavorite }).unwrap().catch((error: unknown) => showToast({ level: 'error', text: toUserMessage(error, (id) => intl.formatMessage({ id })) }));
  return (
    <>
      {text && <p>{text}</p>}
      {(labels.length > 0 || belegdatum) && (
        <ul data-labels>
          {belegdatum && <li><FormattedMessage id="messages.documentDate" values={{ date: intl.formatDate(`${belegdatum}T00:00:00Z`, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' }) }} /></li>}
          {labels.map((label) => <li key={label}>{label}</li>)}
        </ul>
      )}
      <Attachments files={attachments} showToast={showToast} />
      <footer>
        <button type="button" aria-pressed={isFavorite} onClick={() => void toggle()}><Star size={18} weight={isFavorite ? 'fill' : 'regular'} aria-hidden /><FormattedMessage id={isFavorite ? 'messages.favorite' : 'messages.mark'} /></button>
        {isOwnMessage && <span><Checks size={16} aria-hidden /><FormattedMessage id="messages.delivered" /></span>}
      </footer>
    </>
  );
}

/** One message as its reader has it: sealed until it is read. */
export function Bubble(props: BubbleProps) {
  const intl = useIntl();
  const { creatorName, creationDate, header, isOwnMessage, read } = props.message;
  const [wasSealed] = useState(!read);
  const author = isOwnMessage ? intl.formatMessage({ id: 'messages.you' }) : creatorName;
  return (
    <Row data-own={isOwnMessage ? '' : undefined}>
      {/* What was opened here takes the focus that the button had. */}
      <Sheet tabIndex={-1} data-sealed={read ? undefined : ''} aria-label={intl.formatMessage({ id: 'messages.of' }, { author, header })} ref={(sheet) => { if (wasSealed && read && sheet && document.activeElement === document.body) sheet.focus(); }}>
        <header><b>{author}</b><time dateTime={creationDate}>{intl.formatTime(creationDate)}</time></header>
        <h3>{header}</h3>
        {read ? <Opened {...props} /> : <Sealed {...props} />}
      </Sheet>
    </Row>
  );
}
