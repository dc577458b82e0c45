import { type Invariant, invariant } from '@marquee/data/invariants';

/**
 * What an order was bought with: itself, and those whose unused rest was a part of the price. Undone is what went back, also for
 * some time only, and whatever it was bought with: who buys again meanwhile has only that.
 */
const CHAINS = `chains AS (
    SELECT order_id AS id, order_id AS part, credit_order_id AS next FROM plan_orders
    UNION SELECT c.id, p.order_id, p.credit_order_id FROM chains c JOIN plan_orders p ON p.order_id = c.next
  ), whole AS (
    SELECT c.id, coalesce(bool_and(coalesce(o.state = 'FULFILLED', p.period_start IS NOT NULL)), false)
        AND NOT EXISTS (
          SELECT FROM chains b JOIN order_refunds r ON r.order_id = b.part
          WHERE b.id = c.id AND NOT r.is_part AND r.state <> 'FAILED'
        ) AS is_paid,
      EXISTS (SELECT FROM chains b JOIN order_refunds r ON r.order_id = b.part WHERE b.id = c.id AND NOT r.is_part)
        AS was_refunded
    FROM chains c JOIN plan_orders p ON p.order_id = c.part LEFT JOIN orders o ON o.id = c.part GROUP BY c.id
  ), undone AS (
    SELECT c.part AS id FROM chains c JOIN whole w ON w.id = c.id WHERE w.was_refunded
  )`;

/**
 * What must hold of plans where nothing is on its way: every payment has ended, and the clock's work is done.
 *
 * @param now as SQL
 */
export const planInvariants = (now: string): readonly Invariant[] => [
  invariant(
    'identity',
    'what was taken is delivered or goes back',
    `SELECT 'order ' || o.id || ' is ' || o.state || ', its payment ' || p.status || ', of which went back ' || p.refunded
       AS violation
     FROM orders o JOIN test_payments p ON p.order_id = o.id
     WHERE (p.status = 'SUCCEEDED') <> (o.state IN ('FULFILLED', 'REFUNDED'))
       OR (o.state = 'REFUNDED' AND p.refunded <> p.amount - o.owed - o.paid_elsewhere AND p.dispute <> 'LOST')
       OR (o.state = 'FULFILLED' AND (p.refunded <> o.returned - o.owed - o.paid_elsewhere OR p.refunded >= p.amount OR p.dispute = 'LOST'))`,
  ),
  invariant(
    'identity',
    'one period is paid once',
    `SELECT 'the period after ' || p.after_period || ' of ' || o.item_id || ' is paid ' || count(*) || ' times' AS violation
     FROM orders o JOIN plan_orders p ON p.order_id = o.id
     WHERE o.state = 'FULFILLED' AND p.purpose = 'RENEWAL' GROUP BY o.item_id, p.after_period HAVING count(*) > 1`,
  ),
  invariant(
    'identity',
    'paid periods do not overlap, unless one is credited for the other',
    `WITH RECURSIVE ${CHAINS}, kept AS (
       SELECT o.id, o.item_id, p.period_start, p.period_end FROM orders o JOIN plan_orders p ON p.order_id = o.id
       WHERE o.state = 'FULFILLED' AND o.id NOT IN (SELECT id FROM undone)
     )
     SELECT 'orders ' || a.id || ' and ' || b.id || ' are for the same time' AS violation
     FROM kept a JOIN kept b ON a.item_id = b.item_id AND a.id < b.id
       AND a.period_start < b.period_end AND b.period_start < a.period_end
     WHERE NOT EXISTS (SELECT FROM chains c WHERE (c.id, c.part) IN ((a.id, b.id), (b.id, a.id)))`,
  ),
  invariant(
    'identity',
    'who has a plan has paid for it, tries it or was given it',
    `WITH RECURSIVE ${CHAINS}
     SELECT 'subscription ' || s.id || ' is ' || s.state || ' until ' || s.period_end || ' by ' || coalesce(s.order_id::text, '-')
       AS violation
     FROM subscriptions s LEFT JOIN plan_orders p ON p.order_id = s.order_id LEFT JOIN whole w ON w.id = s.order_id
     WHERE (s.state = 'ACTIVE' AND NOT s.is_granted
         AND (p.period_end IS DISTINCT FROM s.period_end OR p.plan <> s.plan OR w.is_paid IS NOT TRUE))
       OR (s.state = 'TRIALING' AND s.trial_used_at IS DISTINCT FROM s.period_start)
       OR (s.state IN ('ACTIVE', 'TRIALING') AND s.period_end <= ${now})
       OR (s.state = 'PAST_DUE' AND s.past_due_at + interval '11 days' < ${now})`,
  ),
  invariant(
    'identity',
    'a paid period gives its plan',
    `WITH RECURSIVE ${CHAINS}
     SELECT 'order ' || p.order_id || ' gives nothing' AS violation
     FROM plan_orders p JOIN whole w ON w.id = p.order_id JOIN orders o ON o.id = p.order_id
       JOIN subscriptions s ON s.id = o.item_id
     WHERE w.is_paid AND p.order_id NOT IN (SELECT id FROM undone) AND p.period_start <= ${now} AND ${now} < p.period_end
       AND (s.state = 'NONE' OR NOT EXISTS (SELECT FROM chains c WHERE c.id = s.order_id AND c.part = p.order_id))`,
  ),
  invariant(
    'identity',
    'an account has the plan of its subscription',
    `SELECT 'account ' || a.id || ' has ' || a.subscription_type || ', its subscription is ' || s.state || ' of ' || s.plan
       AS violation
     FROM accounts a JOIN subscriptions s ON s.account_id = a.id
     WHERE (s.state = 'NONE') <> (a.subscription_type IN ('NONE', 'FREEMIUM'))
       OR (s.state <> 'NONE' AND a.subscription_type <> s.plan)`,
  ),
];
