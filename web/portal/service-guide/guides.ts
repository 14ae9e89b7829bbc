import type { Text } from '#contract/kit/text.ts'
import type { ColumnType } from '#contract/news/column-types.ts'

/** The guide to a service of the platform (办事指南). */
export interface Guide {
  /** Kind of the columns with its notices and papers. */
  readonly kind: ColumnType
  readonly what: Text
  readonly who: readonly Text[]
  readonly needed: readonly Text[]
  readonly steps: readonly Text[]
  /** Text of the application step, with a site that accepts applications (`online`) and without one (`byNotice`). */
  readonly apply: { readonly online: Text; readonly byNotice: Text }
  /** Links to related pages of this site. */
  readonly links: readonly { readonly to: string; readonly words: Text }[]
}

const policies = { to: '/projectList/policy', words: ['查看政策文件', 'Read the policy documents'] as Text }

/** 5G factory assessment, based on the four parts of the construction guide. */
export const evaluation: Guide = {
  kind: 5,
  what: [
    '对照《5G全连接工厂建设指南》，从基础设施建设、厂区现场升级、关键环节应用和网络安全防护四个方面评估5G工厂的建设水平，帮助企业找出差距、明确改进方向。',
    'Assesses a 5G factory against the four parts of the national construction guide – infrastructure, shop-floor upgrading, key applications and cybersecurity – and helps the company find gaps and improve.',
  ],
  who: [
    [
      '在中国境内登记、具有独立法人资格的制造业、采矿业、电力、港口等企业',
      'Enterprises registered in China as independent legal entities, in manufacturing, mining, power, ports and similar industries',
    ],
    [
      '产线级、车间级或工厂级5G项目正在建设或已经建成',
      'With a 5G project for a production line, workshop or factory that is under construction or completed',
    ],
  ],
  needed: [
    ['单位名称、统一社会信用代码和联系人', 'Name of the organisation, its credit code and a contact'],
    ['5G网络、工业网络和边缘计算的建设情况', 'Status of the 5G network, industrial network and edge computing'],
    ['联网设备、信息系统和5G应用场景清单', 'Lists of connected equipment, systems and 5G scenarios'],
    [
      '网络与数据安全防护措施，以及建设前后的成效数据',
      'Network and data security measures, and performance figures from before and after construction',
    ],
  ],
  steps: [
    [
      '对照建设指南和本页发布的评估资料自查',
      'Check your factory against the guide and the assessment documents on this page',
    ],
    ['受理单位核对材料，组织评估', 'The receiving organisation checks the documents and organises the assessment'],
    ['查看评估结论与改进建议', 'Read the conclusion and the recommendations'],
  ],
  apply: {
    online: ['进入受理站点，登录后提交评估申请', 'Log in to the application site and apply'],
    byNotice: ['按本页发布的通知提交评估申请', 'Apply as described in the notices on this page'],
  },
  links: [
    { to: '/addDeclare/project', words: ['申报5G工厂项目', 'Declare a 5G factory project'] },
    { to: '/productTesting/testing', words: ['产品检测', 'Product testing'] },
    policies,
  ],
}

/** Product testing of terminals and network equipment for industrial 5G. */
export const testing: Guide = {
  kind: 6,
  what: [
    '面向5G工业终端、工业网关、模组和网络设备，提供检测项目与依据、送检要求和检测机构等信息，并按发布的通知办理送检。',
    'Test items and standards, sample requirements and testing bodies for industrial 5G terminals, gateways, modules and network equipment. Apply as described in the notices on this page.',
  ],
  who: [
    [
      '5G工业终端、模组和网络设备的研发、生产企业',
      'Developers and manufacturers of industrial 5G terminals, modules and network equipment',
    ],
    [
      '需要验证设备性能与互联互通能力的应用企业和集成商',
      'Users and integrators who need to verify performance and interoperability',
    ],
  ],
  needed: [
    ['单位名称、统一社会信用代码和联系人', 'Name of the organisation, its credit code and a contact'],
    ['产品名称、型号规格和技术说明', 'Name, model and technical description of the product'],
    ['送检样品及通知要求的其他材料', 'Samples and any other documents required by the notice'],
  ],
  steps: [
    ['在本页查阅检测项目、依据和送检要求', 'Check the test items, standards and sample requirements on this page'],
    ['按受理通知寄送样品', 'Send the samples as instructed in the acceptance notice'],
    ['检测完成后获取检测报告', 'Receive the test report when testing is complete'],
  ],
  apply: {
    online: ['进入受理站点，登录后提交送检申请', 'Log in to the application site and apply for a test'],
    byNotice: ['按本页发布的通知提交送检申请', 'Apply for a test as described in the notices on this page'],
  },
  links: [
    { to: '/technologicalProgress/papers', words: ['下载技术资料', 'Download technical documents'] },
    { to: '/evaluationService/service', words: ['5G工厂评估服务', '5G factory assessment'] },
    policies,
  ],
}
