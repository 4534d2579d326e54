import { Phone } from './icons.ts';

/** A telephone number to call. `label` is its name where the number alone would say too little. */
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
