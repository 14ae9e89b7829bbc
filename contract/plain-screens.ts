import { consoleWords } from './console-words.ts'
import type { Area } from './kit/entity.ts'
import type { Text } from './kit/text.ts'

/** A screen without an entity, in the menu of its area; its permission code and address derive from the name. */
export interface PlainScreen {
  readonly area: Area
  readonly name: string
  readonly label: Text
  /** Its place in the menu of the area; after the entities by default. */
  readonly place?: number
  /** Its address in the family's clients, if it has another. */
  readonly screen?: string
  /** Reserved for the platform, as a closed entity is. */
  readonly shared?: 'closed'
}

export const screens: readonly PlainScreen[] = [
  { area: 'report', name: 'publishedReports', label: ['公告报表', 'Published reports'] },
  { area: 'job', name: 'jobOverview', label: consoleWords.jobOverview, place: 1, shared: 'closed' },
  { area: 'system', name: 'permissionLens', label: consoleWords.permissionLens },
  {
    area: 'flow',
    name: 'flowDeploy',
    label: ['流程部署', 'Deployment'],
    place: 2,
    screen: '/flow/deploy',
    shared: 'closed',
  },
]
