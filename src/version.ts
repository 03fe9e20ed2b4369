import { readFileSync } from 'node:fs';
import { projectPath } from './platform/project-path.ts';

export const version: string = JSON.parse(readFileSync(projectPath('package.json'), 'utf8')).version;
