const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Draws a logo: two letters on a card in the account's colours. */
export async function drawLogo({
  mark,
  primaryColor,
  secondaryColor,
}: {
  mark: string;
  primaryColor: string;
  secondaryColor: string;
}): Promise<Buffer> {
  const ink = parseInt(primaryColor.slice(1, 3), 16) > 180 ? '#16181d' : '#ffffff';
  const svg = `\
<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240" viewBox="0 0 120 120">
    <rect width="120" height="120" rx="14" fill="${primaryColor}"/>\
<path d="M22 92h76" stroke="${secondaryColor}" stroke-width="5" stroke-linecap="round"/>
    <text x="60" y="76" font-family="Georgia, 'DejaVu Serif', serif" font-size="50" \
text-anchor="middle" fill="${ink}">${escape(mark)}</text></svg>`;
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(svg)).png().toBuffer();
}
