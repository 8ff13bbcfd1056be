import{readSession as e}from"./session.js";export const authenticate=t=>e(t.headers.cookie??"")?.user??null;
