declare module '*.json?visitors';
declare module '*.json?portal';
