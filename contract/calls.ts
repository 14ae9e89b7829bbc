import { auth } from './auth.ts'
import { consentCalls } from './consent.ts'
import { platformHealth } from './desk/platform-health.ts'
import { recordSearch } from './desk/record-search.ts'
import { flowProcess } from './flow/flow-process.ts'
import { messages } from './inbox/message.ts'
import { messagePreferences } from './inbox/message-preference.ts'
import { entities } from './index.ts'
import { exportCalls } from './job/exporting.ts'
import { jobOverview } from './job/job-overview.ts'
import { jobOpenApi } from './job/open-api.ts'
import { sheetCalls } from './job/sheets.ts'
import { loginSessions } from './login-sessions.ts'
import { news } from './news/public.ts'
import { openEdition } from './open-edition.ts'
import { agreements } from './portal/agreements.ts'
import { dashboard } from './portal/dashboard.ts'
import { figureParts } from './portal/figure-parts.ts'
import { portal } from './portal/portal.ts'
import { publicProjects } from './portal/public-projects.ts'
import { publicRecommend } from './portal/public-recommend.ts'
import { releasedNotices } from './portal/released-notices.ts'
import { siteMap } from './portal/site-map.ts'
import { statementPage } from './portal/statement-page.ts'
import { preferences } from './preferences.ts'
import { batchScores } from './project/batch-scores.ts'
import { currentCompany } from './project/company.ts'
import { contactAliases } from './project/contact.ts'
import { decisionProposal } from './project/decision-proposal.ts'
import { duplicates } from './project/duplicates.ts'
import { industryList } from './project/industry.ts'
import { matters } from './project/matter.ts'
import { myMatters } from './project/my-matters.ts'
import { partsWithCalls } from './project/parts.ts'
import { recommendationList } from './project/recommendation-list.ts'
import { recommendationOrder } from './project/recommendation-order.ts'
import { registration } from './registration.ts'
import { signOn } from './sign-on.ts'
import { upload } from './storage/upload.ts'
import { workCalendar } from './system/calendar.ts'
import { permissionLens } from './system/permission-lens.ts'

const [contact, factory, facilities, innovation, protection, implementation, material] = partsWithCalls

/**
 * The register of the calls that belong to no entity. It stands apart, because the console needs all entities and few of these.
 */
export const calls = {
  auth,
  openEdition,
  ownAccount: loginSessions,
  consents: consentCalls,
  signOn,
  registration,
  preferences,
  permissionLens,
  workCalendar,
  messages,
  messagePreferences,
  recordSearch,
  upload,
  portal,
  publicProjects,
  releasedNotices,
  publicRecommend,
  dashboard,
  figureParts,
  siteMap,
  statementPage,
  agreements,
  news,
  ownCompany: currentCompany,
  platformHealth,
  jobOverview,
  jobOpenApi,
  flowProcess,
  matters,
  myMatters,
  recommendationOrder,
  recommendationList,
  batchScores,
  duplicates,
  decisionProposal,
  industry: { list: industryList },
  exports: exportCalls(Object.values(entities)),
  sheets: sheetCalls,
  contact: contact.calls,
  contactAgain: contactAliases,
  factory: factory.calls,
  facilities: facilities.calls,
  innovation: innovation.calls,
  protection: protection.calls,
  implementation: implementation.calls,
  material: material.calls,
} as const
