import { zxcvbn, zxcvbnOptions } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import germanWords from '@zxcvbn-ts/language-de/dist/commonWords.json.esm.js';
import germanFirstNames from '@zxcvbn-ts/language-de/dist/firstnames.json.esm.js';
import germanLastNames from '@zxcvbn-ts/language-de/dist/lastnames.json.esm.js';
import englishWords from '@zxcvbn-ts/language-en/dist/commonWords.json.esm.js';
import englishFirstNames from '@zxcvbn-ts/language-en/dist/firstnames.json.esm.js';
import { passwordLimits } from '#schemas/access/limits.ts';
import type { ScoreReply, ScoreRequest } from './useScore.ts';

zxcvbnOptions.setOptions({
  dictionary: {
    ...dictionary,
    germanWords,
    germanFirstNames,
    germanLastNames,
    englishWords,
    englishFirstNames,
  },
  graphs: adjacencyGraphs,
  maxLength: passwordLimits.maxLength,
});

addEventListener('message', ({ data: { password, known } }: MessageEvent<ScoreRequest>) => {
  postMessage({ password, score: zxcvbn(password, known).score } satisfies ScoreReply);
});
