import { css } from '@linaria/core';
import { Phone } from './icons.ts';

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
  <a className={inLine} href={`tel:${phone.replace(/[^\d+]/g, '')}`} aria-label={label}>
    <Phone size={size} aria-hidden />
    {phone}
  </a>
);
