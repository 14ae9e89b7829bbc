import { consoleWords } from '../console-words.ts'
import { choice, dict, int, text, time } from '../kit/field.ts'
import { kitTerms } from '../kit/kit-terms.ts'
import { flowDictionary, modes } from './categories.ts'

const out = { direction: 'out' } as const

/** A version of a process definition, as lists return it (`FlowProcess`). `tenantId` is empty for one of all tenants. */
export const definitionFields = {
  name: text('流程名称', 'Process', out),
  key: text(...consoleWords.processKey, out),
  category: text(...consoleWords.processCategory, out),
  categoryKey: dict(...consoleWords.processType, { of: flowDictionary, ...out }),
  categoryName: text('类型名称', 'Type name', out),
  version: int('版本', 'Version', out),
  tenantId: text('所属租户', 'Tenant', out),
  mode: choice('适用范围', 'Applies to', { choices: modes, ...out }),
  deploymentId: text('部署编号', 'Deployment', out),
  resourceName: text('资源名称', 'Resource', out),
  diagramResourceName: text('图形资源', 'Diagram resource', out),
  suspensionState: choice(...kitTerms.status, {
    choices: [
      [1, ['启用中', 'Active']],
      [2, ['已挂起', 'Suspended']],
    ],
    ...out,
  }),
  deploymentTime: time('部署时间', 'Deployed at', out),
} as const
