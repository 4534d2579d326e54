import { Phone } from './icons.ts';

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
  <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} aria-label={label}>
    <Phone size={size} aria-hidden />
    {phone}
  </a>
);
