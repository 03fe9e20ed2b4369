export function firstPageScripts(folder: string): { scripts: string[]; bytes: number };
