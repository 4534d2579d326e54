import { css } from '@linaria/core';
import { toDialable } from '#schemas/platform/phoneNumber.ts';
import { Phone } from '#src/ui/icons.ts';
import { WrappedText } from '#src/ui/WrappedText.tsx';

const inLine = css`
  display: inline-flex;
  gap: 0.35rem;
  align-items: center;
`;

/** A telephone link; `label` is its accessible name. */
export const PhoneLink = ({
  phone,
  label,
  size = 20,
}: {
  phone: string;
  label?: string;
  size?: number;
}) => (
  <a className={inLine} href={`tel:${toDialable(phone)}`} aria-label={label}>
    <Phone size={size} aria-hidden />
    <WrappedText>{phone}</WrappedText>
  </a>
);
