import type { Text } from '#contract/kit/text.ts'
import { Soon } from '#web/base/soon.tsx'

const declaring = { to: '/addDeclare/project', words: ['申报5G工厂项目', 'Declare a 5G factory project'] as Text }
const policies = { to: '/projectList/policy', words: ['查看政策文件', 'Read the policy papers'] as Text }
const papers = { to: '/technologicalProgress/papers', words: ['下载技术资料', 'Download technology papers'] as Text }

/** 5G factory assessment: not there yet. */
export const EvaluationService = () => (
  <Soon
    holds={[
      ['5G工厂建设水平的自评估问卷与评估标准', 'A self-assessment of a 5G factory, and its standard'],
      ['评估申请、受理与进度查询', 'Applying for an assessment and following it'],
      ['评估结果与改进建议', 'Results, and what could be better'],
    ]}
    ways={[declaring, policies]}
  />
)

/** Product testing: not there yet. */
export const ProductTesting = () => (
  <Soon
    holds={[
      ['检测项目、检测依据与送检要求', 'What is tested, by which standard, and what to send in'],
      ['检测机构名录', 'A directory of testing laboratories'],
      ['送检申请、进度查询与检测报告核验', 'Sending in, following a test, and checking a report'],
    ]}
    ways={[papers, policies]}
  />
)
