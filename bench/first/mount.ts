import '../forms/contestant.ts';
import { makeSpecFor } from '../forms/spec.ts';

/** Draws the contestant's form as soon as its script runs, as its own page would. */
const root = document.getElementById('root');
if (root) void window.contestant?.mount(root, makeSpecFor(new URLSearchParams('n=20&cond=0')));
