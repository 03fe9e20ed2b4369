import { followColorScheme } from './color-scheme.ts';
import { addFilter } from './filter.ts';
import { openByAddress, watchOperations } from './load-operation.ts';
import { prepareForms } from './try-it.ts';
import './docs.css';

// The pages of the API reference are complete without this script (src/features/docs): it filters, opens operations in place and sends requests.
followColorScheme();
prepareForms(document);
addFilter();
watchOperations();
openByAddress();
addEventListener('hashchange', openByAddress);
