import type { Fixture } from '../fixture.ts';
import { renderSvg } from './ink.ts';
import type { SignatureContent } from './signatureAnswer.ts';

/** A signature of 400 by 150 pixels. */
const png = [
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAZAAAACWAgMAAACN/zb2AAAADFBMVEX///8kNnR0f6a/xN',
  'bxAd22AAAACXBIWXMAAAsTAAALEwEAmpwYAAAD4UlEQVRo3u1YsVLbQBA96UaFMiOobL5A/MEVUOkTXPhsBatQw0xCmI',
  'k+QTP5BQtTpqEgpKBJl0LhGzB8gYuQhiZFuuzuBTCSGCz5PGn2zcAYDbPvvPv27Z6EYDAYDAaDwWAwGAwGg/H/sG094n',
  '5Ze6Rsc7g6qT0LbZOog3HtWd82SVHWz31rmSOIhZdXH05tZysTflR9GFsmmZciqJLIxC6HHIoGkoHlkkA8p0riWiZRUc',
  'M3cVK7JD3RQBJkdklm8FNTV11u63kK6siv9km9cdarO2bfqzqkKu3WPW/yXGW/7nXP3bVf97rn7tjt96TRc6/t173uua',
  'dWSUxDJJs14bBscirLJnzT6FSW/XEoRFd/3D4ftDCVuoms4o/7Wg/aiKtmIiv440+tP5RtxFXrRf81f5QLPbpf2bnoML',
  'O7zxUTfuWM8kxPVrdQ8x20Hr/oj+6okeNjC3FRq/v64ORFf1S6fuSFPm7tXMWkau1LRSr+5OtxmKbzdWSOvpc8W1J/0X',
  '/ENaXttcrVv34oICEUtRg+xJ4Sd0karyrtjZ6063fswmDcN4boTJAq0Ln5c35IMzOvkGy15aCJOE+nJm1eiqNKvc+oVH',
  'JMZtOr9IwsRm3Hfx8lCiEpbWGJJPOrlDidhEhmFZKFvmxrj5B7lYAb0jYxw3koYzcVDpD4GUYHb3vWmHvthPWg4CIH+e',
  'A2IWMkCVIgQUcLSySBT8skbuuCkIKdMc6tmfFKGLpeBCR+hoMGo3vRM5L2BSEFqxTCUU9CvBi/AJB4GQ4a9DU4gFpOVu',
  'uCkNkWJYSjGQXxEmxDJxNhhMUIzeBUS+o9Fh22x9KNMRw19Q3dfGIk6UWYvF0zONWTeicdOEDBHhWA0g50JF5Q7jxH3h',
  '0zOB+3y0WHgpBFwX0R5BsaEZiSA0mRY0GuzeBU6xQEDy/HlHY0XQgPiQJGP5fgWn1a8NB21DoFwTYJEkr7rdnusRqoBh',
  'dIpmRg4ePw3NKdCoKLD9wXncRsvje0Gc2QJDgkUSdmG6dVZrvoVhBskzmlib4JXbSx0H7ufUNRg9YkunEAadoqOhYEzv',
  'hpaPZUSBImLoj8FEnC3yguIKGFydVH51p/73zJ+jEwGVHH+O4DahLmuCWdKKQGEhUZ412DQ/QhVS5lRB/hGHQPcDNx3s',
  'YKKwQkc6OPLxf3nTnELQjHT81h6a5Av6VOvSv8kLhjC8v2KTRDj0aSvLt8ek14V/qHSH1yZuO1RDIVsvGwNOdFT9u4Z9',
  '/HJKoGXFD/fbVyOQE7t/wOpcFWBnIkNo7JItk8SaHzzZOE7wSDwWAwGAwGg8FgMBgMBoPBYKyFv/OY9FXkBDq5AAAAAE',
  'lFTkSuQmCC',
].join('');

const answer = (content: SignatureContent) => ({
  ...content,
  signedAt: '2026-11-20T09:30:00.000Z',
  revision: 1,
  svg: renderSvg(content),
  png,
});

const wave = Array.from({ length: 40 }, (_, index) => ({
  x: 300 + index * 25,
  y: 330 + Math.round(Math.sin(index / 2) * (150 - index * 3)),
  width: 4 + (index % 4) * 2,
}));
const drawn = answer({ method: 'drawn', strokes: [wave, [{ x: 500, y: 130, width: 12 }]] });
const typed = answer({ method: 'typed', name: 'Jonas <Wieland> & Söhne' });
const uploaded = answer({ method: 'uploaded', png });

export const fixtures: Fixture[] = [
  {
    element: {
      id: 'signature',
      type: 'signature',
      label: { de: 'Ihre Unterschrift', en: 'Your signature' },
      help: { de: 'Damit bestätigen Sie Ihre Angaben.', en: 'You confirm what you have told us.' },
      required: true,
    },
    valid: [drawn, typed, uploaded],
    invalid: [
      'x',
      { ...drawn, svg: drawn.svg.replace('</svg>', '<script>alert(1)</script></svg>') },
      { ...drawn, png: png.slice(0, -8) },
      { ...drawn, png: 'data:image/png;base64,PHN2Zz48L3N2Zz4=' },
      { ...drawn, method: 'typed' },
      { ...drawn, revision: 2 },
      { ...drawn, signedAt: '2026-13-40T09:30:00.000Z' },
      { ...drawn, note: 'x' },
      { ...typed, name: '  ' },
      answer({ method: 'typed', name: 'Jonas\u202E Wieland' }),
      answer({ method: 'typed', name: '.' }),
      answer({ method: 'drawn', strokes: [[{ x: 5, y: 5, width: 4 }]] }),
    ],
  },
  {
    element: {
      id: 'second',
      type: 'signature',
      label: {
        de: 'Unterschrift Ihrer Partnerin oder Ihres Partners',
        en: 'Signature of your partner',
      },
    },
    valid: [typed],
    invalid: [{}],
  },
  {
    element: {
      id: 'third',
      type: 'signature',
      label: { de: 'Unterschrift als Bild', en: 'Signature as a picture' },
    },
    valid: [uploaded],
    invalid: [{ ...uploaded, svg: '' }],
  },
];
