import type { Language } from '#schemas/platform/common.ts';
import { deriveBrandTokens, portalColor } from '#schemas/accounts/brand.rules.ts';
import { escapeHtml as escape } from '#server/http/escapeHtml.ts';
import { getTexts } from '#server/texts.ts';
import type { StoredAccount } from '#server/accounts/accounts/service.ts';

/** Content of a mail in the reader's language. Never contains data of a case. */
export type MailContent = {
  subject: string;
  paragraphs: readonly string[];
  /** a PIN, in large type */
  code?: string;
  link?: { label: string; url: string };
  /** after the code or the link */
  closing?: readonly string[];
  /** ends mails of this kind, in the footer */
  stop?: { label: string; url: string };
};

type Sender =
  | (Pick<StoredAccount, 'name' | 'primaryColor' | 'logoKey'> & {
      contact: Pick<StoredAccount['contact'], 'contact'>;
    })
  | undefined;
export type MailFrame = {
  language: Language;
  recipientName: string | undefined;
  replyTo?: string | undefined;
  sender: Sender;
};

/** The sender: the account, else the portal. */
export const formatSenderName = (sender: Sender, language: Language): string =>
  sender?.name ?? getTexts(language)('mail.portal', {});

function frameTexts({ language, recipientName, replyTo, sender }: MailFrame) {
  const text = getTexts(language);
  const name = formatSenderName(sender, language);
  const phone = sender?.contact.contact ?? '';
  return {
    greeting:
      recipientName === undefined
        ? text('mail.greeting.noName', {})
        : text('mail.greeting', { name: recipientName }),
    footer: replyTo
      ? text('mail.footer.reply', { name, address: replyTo })
      : phone
        ? text('mail.footer.phone', { name, phone })
        : text('mail.footer', { name }),
  };
}

/** Renders the plain text part. */
export function buildPlainPart(
  { paragraphs, code, link, closing = [], stop }: MailContent,
  frame: MailFrame,
): string {
  const { greeting, footer } = frameTexts(frame);
  const blocks = [
    greeting,
    ...paragraphs,
    ...(code ? [code] : []),
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    ...closing,
    `-- \n${footer}`,
    ...(stop ? [`${stop.label}:\n${stop.url}`] : []),
  ];
  return `${blocks.join('\n\n')}\n`;
}

const renderParagraph = (text: string, style = ''): string =>
  `<p style="margin:0 0 16px;${style}">${escape(text).replaceAll('\n', '<br>')}</p>`;

/**
 * Renders the HTML part without script or remote images, so that opening it reveals nothing. The
 * logo is attached.
 */
export function buildHtmlPart(
  { subject, paragraphs, code, link, closing = [], stop }: MailContent,
  frame: MailFrame,
): string {
  const { language, sender } = frame;
  const { greeting, footer } = frameTexts(frame);
  const name = escape(formatSenderName(sender, language));
  const { accent, onAccent, accentEdge } = deriveBrandTokens(
    sender?.primaryColor ?? portalColor,
    'light',
  ); // mail clients support no custom properties
  const head = sender?.logoKey
    ? `<img src="cid:logo" alt="${name}" height="40" ` +
      'style="display:block;height:40px;margin:0 0 24px">'
    : `<p style="margin:0 0 24px;font-weight:700">${name}</p>`;
  const buttonStyle = [
    'display:inline-block;padding:10px 18px',
    `border:2px solid ${accentEdge};border-radius:6px;background:${accent};color:${onAccent}`,
    'font-weight:700;text-decoration:none',
  ].join(';');
  const button = link
    ? `<p style="margin:0 0 16px"><a href="${escape(link.url)}" style="${buttonStyle}">` +
      `${escape(link.label)}</a></p>` +
      renderParagraph(link.url, 'font-size:14px;color:#52565f;word-break:break-all')
    : '';
  const stopLink = stop
    ? `<br><a href="${escape(stop.url)}" style="color:#52565f">${escape(stop.label)}</a>`
    : '';
  const digits = code
    ? renderParagraph(code, 'font-size:28px;font-weight:700;letter-spacing:4px')
    : '';
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8">\
<meta name="viewport" content="width=device-width"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:24px;background:#ffffff;color:#1b1d22;font:16px/1.5 sans-serif">\
<div style="max-width:560px;margin:0 auto">
${head}${renderParagraph(greeting)}${paragraphs.map((text) => renderParagraph(text)).join('')}${digits}\
${button}${closing.map((text) => renderParagraph(text)).join('')}
<p style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #d5d8de;font-size:14px;\
color:#52565f">${escape(footer)}${stopLink}</p>
</div></body></html>
`;
}
