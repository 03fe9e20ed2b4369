import type { PackageText } from './package-text.ts';

/** Comments of the starter example, in the language of the user. */
export interface StarterComments {
  readonly about: string;
  readonly owner: string;
  readonly layouts: string;
  readonly profiles: string;
  readonly users: string;
  readonly configuration: string;
}

/** A small package that can be applied as it is. The owner is the user who loads it. */
export const starterPackage = (format: PackageText['format'], owner: string, comments: StarterComments): string =>
  format === 'yaml' ? asYaml(owner, comments) : asJson5(owner, comments);

const asYaml = (owner: string, comments: StarterComments): string => `# ${comments.about}
name: Starter
version: "1.0"
# ${comments.owner}
owner: ${JSON.stringify(owner)}

# ${comments.layouts}
layouts:
  - code: WEEK
    name: Week
    kind: board
    content: { time: { scale: week } }

# ${comments.profiles}
profiles:
  - code: STARTER
    name: Starter
    layouts: [WEEK]

# ${comments.users}
# users:
#   - email: anna@example.com
#     displayName: Anna
#     roles: [planner]
#     profiles: [STARTER]

# ${comments.configuration}
configuration:
  board.firstHour: 7
`;

const asJson5 = (owner: string, comments: StarterComments): string => `// ${comments.about}
{
  name: 'Starter',
  version: '1.0',
  // ${comments.owner}
  owner: ${JSON.stringify(owner)},

  // ${comments.layouts}
  layouts: [
    { code: 'WEEK', name: 'Week', kind: 'board', content: { time: { scale: 'week' } } },
  ],

  // ${comments.profiles}
  profiles: [
    { code: 'STARTER', name: 'Starter', layouts: ['WEEK'] },
  ],

  // ${comments.users}
  // users: [
  //   { email: 'anna@example.com', displayName: 'Anna', roles: ['planner'], profiles: ['STARTER'] },
  // ],

  // ${comments.configuration}
  configuration: { 'board.firstHour': 7 },
}
`;
