// Generated from the description of the API by: npm run client-types
// biome-ignore-all lint: generated
// biome-ignore-all format: generated
// biome-ignore-all assist: generated

export interface components {
    schemas: {
        /** @description A badge that an employee holds. */
        Badge: {
            /** @description Identifies the badge; never changes. */
            code: string;
            /** @description The badge's name. */
            name: string;
            /** @description What it is awarded for. */
            description: string | null;
            /**
             * @description The kind of achievement.
             * @enum {string}
             */
            category: "milestone" | "skill" | "social";
            /**
             * @description How rare it is meant to be.
             * @enum {string}
             */
            rarity: "common" | "uncommon" | "rare" | "epic" | "legendary";
            /** @description The address of the badge's icon. */
            icon_url: string | null;
            /**
             * Format: date-time
             * @description When it was awarded. ISO 8601 in UTC with milliseconds.
             */
            awarded_at: string;
        };
        /** @description A badge that people can earn. */
        CatalogueBadge: {
            /** @description Identifies the badge; never changes. */
            code: string;
            /** @description The badge's name. */
            name: string;
            /** @description What it is awarded for. */
            description: string | null;
            /**
             * @description The kind of achievement.
             * @enum {string}
             */
            category: "milestone" | "skill" | "social";
            /**
             * @description How rare it is meant to be.
             * @enum {string}
             */
            rarity: "common" | "uncommon" | "rare" | "epic" | "legendary";
            /** @description The address of the badge's icon. */
            icon_url: string | null;
            /** @description All-time XP that earns the badge by itself; null for a badge without such a rule. */
            xp_threshold: number | null;
            /** @description How many active employees hold it. */
            holders_count: number;
        };
        /** @description The department of an employee or a leaderboard row. */
        DepartmentReference: {
            /**
             * Format: uuid
             * @description The department.
             */
            id: string;
            /** @description The HR system's key; null for a department that was created from a name alone. */
            external_id: string | null;
            /** @description The department's name. */
            name: string;
        };
        /** @description An active employee. */
        Employee: {
            /**
             * Format: uuid
             * @description Stays the same for as long as the person belongs to the company.
             */
            employee_id: string;
            /** @description The HR system's key; null if none was set. */
            external_id: string | null;
            /** @description The account name once the person has signed in. Before that the name sent by a roster sync, or null. */
            name: string | null;
            /** @description Work email address. In a sandbox a placeholder that cannot receive mail. */
            email: string;
            department: components["schemas"]["DepartmentReference"] | null;
        };
        /** @description Where a list continues. */
        Pagination: {
            /** @description Send it back as `cursor` for the next page; null on the last page. */
            next_cursor: string | null;
        };
        /** @description One page of badges that people can earn. */
        CatalogueBadgePage: {
            /** @description The items of the page, in the order of the list. */
            data: components["schemas"]["CatalogueBadge"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description One page of badges. */
        BadgePage: {
            /** @description The items of the page, in the order of the list. */
            data: components["schemas"]["Badge"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description One employee in a leaderboard. */
        LeaderboardRow: {
            /** @description Company-wide rank in the period. No two people share one. */
            rank: number;
            /**
             * Format: uuid
             * @description Stays the same for as long as the person belongs to the company.
             */
            employee_id: string;
            /** @description The HR system's key; null if none was set. */
            external_id: string | null;
            /** @description The account name once the person has signed in. Before that the name sent by a roster sync, or null. */
            name: string | null;
            department: components["schemas"]["DepartmentReference"] | null;
            /** @description Follows from all-time XP, whatever the period. */
            level: number;
            /** @description XP earned in the period, which decides the order. A correction can take it below 0. */
            xp: number;
        };
        /** @description One page of a leaderboard. */
        LeaderboardPage: {
            /** @description The items of the page, in the order of the list. */
            data: components["schemas"]["LeaderboardRow"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description A part of a leaderboard, always on one page. */
        LeaderboardPart: {
            /** @description The rows, by rank. */
            data: components["schemas"]["LeaderboardRow"][];
            /** @description There is never a second page. */
            pagination: {
                /** @description Always null. */
                next_cursor: null;
            };
        };
        /** @description A department and its best members. */
        DepartmentGroup: {
            department: components["schemas"]["DepartmentReference"] | null;
            /** @description XP of all members in the period. Departments are not ranked. */
            department_total_xp: number;
            /** @description How many active members it has. */
            member_count: number;
            /** @description The best members, with their company-wide ranks. */
            leaders: components["schemas"]["LeaderboardRow"][];
        };
        /** @description Every department with its best members, always on one page. */
        DepartmentGroups: {
            /** @description By name ignoring case. People without a department come last. */
            data: components["schemas"]["DepartmentGroup"][];
            /** @description There is never a second page. */
            pagination: {
                /** @description Always null. */
                next_cursor: null;
            };
        };
        /** @description What a range of ranks wins: a badge or coins. */
        Prize: {
            /** @description The first rank that wins it. */
            first_rank: number;
            /** @description The last rank that wins it. */
            last_rank: number;
            /** @description The code of the badge. */
            badge: string | null;
            /** @description The coins for each winner. */
            coins: number | null;
        };
        /** @description A contest: who earns most XP in some days. */
        Contest: {
            /**
             * Format: uuid
             * @description The contest.
             */
            id: string;
            /** @description Its name. */
            name: string;
            /**
             * @description Where it stands now.
             * @enum {string}
             */
            state: "upcoming" | "running" | "ended" | "closed" | "cancelled";
            /** @description The first day that counts, in UTC, such as `2026-12-01`. */
            first_day: string;
            /** @description The last day that counts, in UTC; it counts to its end. */
            last_day: string;
            /** @description Members of these departments and those below take part. Empty if everybody does. */
            departments: components["schemas"]["DepartmentReference"][];
            /** @description A rank may win several. */
            prizes: components["schemas"]["Prize"][];
            /**
             * @description How people with the same XP are placed.
             * @enum {string}
             */
            ties: "shared" | "first" | "joined";
            /**
             * Format: date-time
             * @description When it was created. ISO 8601 in UTC with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was cancelled. ISO 8601 in UTC with milliseconds.
             */
            cancelled_at: string | null;
            /**
             * Format: date-time
             * @description When its ranking was kept. ISO 8601 in UTC with milliseconds.
             */
            closed_at: string | null;
            /** @description How many people ranked, those who have left since included. Null until closed. */
            people: number | null;
        };
        /** @description One page of the ranking of a contest. */
        ContestStandingsPage: {
            /** @description The rows, by rank. */
            data: components["schemas"]["LeaderboardRow"][];
            pagination: components["schemas"]["Pagination"];
            contest: components["schemas"]["Contest"];
        };
        /** @description One page of contests. */
        ContestPage: {
            /** @description The items of the page, in the order of the list. */
            data: components["schemas"]["Contest"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description A department. */
        Department: {
            /**
             * Format: uuid
             * @description The department.
             */
            id: string;
            /** @description The HR system's key; null for a department that was created from a name alone. */
            external_id: string | null;
            /** @description The department's name. */
            name: string;
            /**
             * Format: uuid
             * @description The department above it; null at the top level.
             */
            parent_id: string | null;
            /**
             * Format: date-time
             * @description When it was archived; null while it is in use. ISO 8601 in UTC with milliseconds.
             */
            archived_at: string | null;
        };
        /** @description One page of departments. */
        DepartmentPage: {
            /** @description The items of the page, in the order of the list. */
            data: components["schemas"]["Department"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description An event: `employee.created`, `employee.updated`, `employee.deactivated`, `employee.reactivated`. */
        EmployeeEvent: {
            /**
             * Format: uuid
             * @description The event.
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "employee.created" | "employee.updated" | "employee.deactivated" | "employee.reactivated";
            /**
             * Format: date-time
             * @description When it happened. ISO 8601 in UTC with milliseconds.
             */
            timestamp: string;
            /** @description Its number. Numbers of a company have no gaps. */
            sequence: number;
            /**
             * @description Whether it happened in the company or in its sandbox.
             * @enum {string}
             */
            mode: "live" | "test";
            /** @description What it is about. */
            data: {
                /**
                 * Format: uuid
                 * @description The employee.
                 */
                employee_id: string;
                /** @description Their id in the HR system, as it is now. */
                external_id: string | null;
            };
        };
        /** @description An event: `xp.awarded`. */
        XpEvent: {
            /**
             * Format: uuid
             * @description The event.
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "xp.awarded";
            /**
             * Format: date-time
             * @description When it happened. ISO 8601 in UTC with milliseconds.
             */
            timestamp: string;
            /** @description Its number. Numbers of a company have no gaps. */
            sequence: number;
            /**
             * @description Whether it happened in the company or in its sandbox.
             * @enum {string}
             */
            mode: "live" | "test";
            /** @description What it is about. */
            data: {
                /**
                 * Format: uuid
                 * @description The employee.
                 */
                employee_id: string;
                /** @description Their id in the HR system, as it is now. */
                external_id: string | null;
                /** @description The XP; negative for a correction. */
                amount: number;
                /** @description All-time XP after the award. */
                xp: number;
                /** @description Level after the award. */
                level: number;
            };
        };
        /** @description An event: `level.reached`. */
        LevelEvent: {
            /**
             * Format: uuid
             * @description The event.
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "level.reached";
            /**
             * Format: date-time
             * @description When it happened. ISO 8601 in UTC with milliseconds.
             */
            timestamp: string;
            /** @description Its number. Numbers of a company have no gaps. */
            sequence: number;
            /**
             * @description Whether it happened in the company or in its sandbox.
             * @enum {string}
             */
            mode: "live" | "test";
            /** @description What it is about. */
            data: {
                /**
                 * Format: uuid
                 * @description The employee.
                 */
                employee_id: string;
                /** @description Their id in the HR system, as it is now. */
                external_id: string | null;
                /** @description The level that was reached. */
                level: number;
                /** @description The level before the award. */
                level_before: number;
                /** @description All-time XP after the award. */
                xp: number;
            };
        };
        /** @description An event: `badge.awarded`, `badge.revoked`. */
        BadgeEvent: {
            /**
             * Format: uuid
             * @description The event.
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "badge.awarded" | "badge.revoked";
            /**
             * Format: date-time
             * @description When it happened. ISO 8601 in UTC with milliseconds.
             */
            timestamp: string;
            /** @description Its number. Numbers of a company have no gaps. */
            sequence: number;
            /**
             * @description Whether it happened in the company or in its sandbox.
             * @enum {string}
             */
            mode: "live" | "test";
            /** @description What it is about. */
            data: {
                /**
                 * Format: uuid
                 * @description The employee.
                 */
                employee_id: string;
                /** @description Their id in the HR system, as it is now. */
                external_id: string | null;
                /** @description The badge. */
                badge_code: string;
            };
        };
        /** @description An event: `redemption.requested`, `redemption.approved`, `redemption.fulfilled`, `redemption.declined`, `redemption.refunded`. */
        RedemptionEvent: {
            /**
             * Format: uuid
             * @description The event.
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "redemption.requested" | "redemption.approved" | "redemption.fulfilled" | "redemption.declined" | "redemption.refunded";
            /**
             * Format: date-time
             * @description When it happened. ISO 8601 in UTC with milliseconds.
             */
            timestamp: string;
            /** @description Its number. Numbers of a company have no gaps. */
            sequence: number;
            /**
             * @description Whether it happened in the company or in its sandbox.
             * @enum {string}
             */
            mode: "live" | "test";
            /** @description What it is about. */
            data: {
                /**
                 * Format: uuid
                 * @description The employee.
                 */
                employee_id: string;
                /** @description Their id in the HR system, as it is now. */
                external_id: string | null;
                /**
                 * Format: uuid
                 * @description The redemption.
                 */
                redemption_id: string;
                /**
                 * Format: uuid
                 * @description The shop item.
                 */
                item_id: string;
                /** @description The price that was paid. */
                coin_price: number;
            };
        };
        /** @description An event: `sync.completed`. */
        SyncCompletedEvent: {
            /**
             * Format: uuid
             * @description The event.
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "sync.completed";
            /**
             * Format: date-time
             * @description When it happened. ISO 8601 in UTC with milliseconds.
             */
            timestamp: string;
            /** @description Its number. Numbers of a company have no gaps. */
            sequence: number;
            /**
             * @description Whether it happened in the company or in its sandbox.
             * @enum {string}
             */
            mode: "live" | "test";
            /** @description What it is about. */
            data: {
                /**
                 * Format: uuid
                 * @description The run, as `engaged sync show` takes it.
                 */
                sync_id: string;
                /** @description False where more than 10,000 employees changed: they have no events. */
                itemised: boolean;
                /** @description Employees whose fields changed. */
                updated: number;
                /** @description Employees who are active again. */
                reactivated: number;
                /** @description Employees who were deactivated. */
                deactivated: number;
                /** @description Employees who were added. */
                created: number;
                /** @description Rows that were not applied. */
                errors: number;
                /** @description True where the run was interrupted: the counts are of what it did until then. */
                interrupted?: boolean;
            };
        };
        /** @description An event: `sync.blocked`. */
        SyncBlockedEvent: {
            /**
             * Format: uuid
             * @description The event.
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "sync.blocked";
            /**
             * Format: date-time
             * @description When it happened. ISO 8601 in UTC with milliseconds.
             */
            timestamp: string;
            /** @description Its number. Numbers of a company have no gaps. */
            sequence: number;
            /**
             * @description Whether it happened in the company or in its sandbox.
             * @enum {string}
             */
            mode: "live" | "test";
            /** @description What it is about. */
            data: {
                /**
                 * Format: uuid
                 * @description The run, as `engaged sync show` takes it.
                 */
                sync_id: string;
                /** @description False where more than 10,000 employees changed: they have no events. */
                itemised: boolean;
                /** @description Employees whose fields changed. */
                updated: number;
                /** @description Employees who are active again. */
                reactivated: number;
                /** @description Employees who were deactivated. */
                deactivated: number;
                /** @description Employees who were added. */
                created: number;
                /** @description Rows that were not applied. */
                errors: number;
                /**
                 * @description Why nobody was deactivated.
                 * @enum {string}
                 */
                reason: "rejected_rows" | "limit_exceeded";
                /** @description Employees who are missing from the roster. */
                deactivation_candidates: number;
                /** @description The most that would have been deactivated. */
                deactivation_limit: number;
            };
        };
        /** @description An event: `sync.approved`. */
        SyncApprovedEvent: {
            /**
             * Format: uuid
             * @description The event.
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "sync.approved";
            /**
             * Format: date-time
             * @description When it happened. ISO 8601 in UTC with milliseconds.
             */
            timestamp: string;
            /** @description Its number. Numbers of a company have no gaps. */
            sequence: number;
            /**
             * @description Whether it happened in the company or in its sandbox.
             * @enum {string}
             */
            mode: "live" | "test";
            /** @description What it is about. */
            data: {
                /**
                 * Format: uuid
                 * @description The run, as `engaged sync show` takes it.
                 */
                sync_id: string;
                /** @description False where more than 10,000 employees changed: they have no events. */
                itemised: boolean;
                /** @description Employees whose fields changed. */
                updated: number;
                /** @description Employees who are active again. */
                reactivated: number;
                /** @description Employees who were deactivated. */
                deactivated: number;
                /**
                 * Format: uuid
                 * @description The run that was approved.
                 */
                approved_sync_id: string;
                /** @description True where the run was interrupted: the counts are of what it did until then. */
                interrupted?: boolean;
            };
        };
        /** @description An event: `sync.reverted`. */
        SyncRevertedEvent: {
            /**
             * Format: uuid
             * @description The event.
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "sync.reverted";
            /**
             * Format: date-time
             * @description When it happened. ISO 8601 in UTC with milliseconds.
             */
            timestamp: string;
            /** @description Its number. Numbers of a company have no gaps. */
            sequence: number;
            /**
             * @description Whether it happened in the company or in its sandbox.
             * @enum {string}
             */
            mode: "live" | "test";
            /** @description What it is about. */
            data: {
                /**
                 * Format: uuid
                 * @description The run, as `engaged sync show` takes it.
                 */
                sync_id: string;
                /** @description False where more than 10,000 employees changed: they have no events. */
                itemised: boolean;
                /** @description Employees whose fields changed. */
                updated: number;
                /** @description Employees who are active again. */
                reactivated: number;
                /** @description Employees who were deactivated. */
                deactivated: number;
                /**
                 * Format: uuid
                 * @description The run that was reverted.
                 */
                reverted_sync_id: string;
                /** @description True where the run was interrupted: the counts are of what it did until then. */
                interrupted?: boolean;
            };
        };
        /** @description An event: `gift.given`. */
        GiftGivenEvent: {
            /**
             * Format: uuid
             * @description The event.
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "gift.given";
            /**
             * Format: date-time
             * @description When it happened. ISO 8601 in UTC with milliseconds.
             */
            timestamp: string;
            /** @description Its number. Numbers of a company have no gaps. */
            sequence: number;
            /**
             * @description Whether it happened in the company or in its sandbox.
             * @enum {string}
             */
            mode: "live" | "test";
            /** @description What it is about. */
            data: {
                /**
                 * Format: uuid
                 * @description The gift, as `engaged given show` takes it.
                 */
                gift_id: string;
                /** @description False where it has more than 10,000 rows: they have no events. */
                itemised: boolean;
                /** @description People who got something. */
                people: number;
                /** @description XP that was given. */
                xp: number;
                /** @description Coins that were given. */
                coins: number;
                /** @description Badges that were given. */
                badges: number;
            };
        };
        /** @description An event: `gift.undone`. */
        GiftUndoneEvent: {
            /**
             * Format: uuid
             * @description The event.
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "gift.undone";
            /**
             * Format: date-time
             * @description When it happened. ISO 8601 in UTC with milliseconds.
             */
            timestamp: string;
            /** @description Its number. Numbers of a company have no gaps. */
            sequence: number;
            /**
             * @description Whether it happened in the company or in its sandbox.
             * @enum {string}
             */
            mode: "live" | "test";
            /** @description What it is about. */
            data: {
                /**
                 * Format: uuid
                 * @description The gift, as `engaged given show` takes it.
                 */
                gift_id: string;
                /** @description False where it has more than 10,000 rows: they have no events. */
                itemised: boolean;
                /** @description People from whom it was taken back. */
                people: number;
                /** @description People who have spent the coins and keep everything. */
                refused: number;
            };
        };
        /** @description An event: `month.closed`, `month.reopened`. */
        MonthEvent: {
            /**
             * Format: uuid
             * @description The event.
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "month.closed" | "month.reopened";
            /**
             * Format: date-time
             * @description When it happened. ISO 8601 in UTC with milliseconds.
             */
            timestamp: string;
            /** @description Its number. Numbers of a company have no gaps. */
            sequence: number;
            /**
             * @description Whether it happened in the company or in its sandbox.
             * @enum {string}
             */
            mode: "live" | "test";
            /** @description What it is about. */
            data: {
                /** @description The month, such as `2026-10`. */
                month: string;
                /** @description Counts how often the month was closed. */
                version: number;
                /** @description Employees in its ranking. */
                people: number;
                /** @description Whether it was closed so late that departments and activity are of another time. */
                reconstructed: boolean;
            };
        };
        /** @description An event: `contest.closed`. */
        ContestEvent: {
            /**
             * Format: uuid
             * @description The event.
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "contest.closed";
            /**
             * Format: date-time
             * @description When it happened. ISO 8601 in UTC with milliseconds.
             */
            timestamp: string;
            /** @description Its number. Numbers of a company have no gaps. */
            sequence: number;
            /**
             * @description Whether it happened in the company or in its sandbox.
             * @enum {string}
             */
            mode: "live" | "test";
            /** @description What it is about. */
            data: {
                /**
                 * Format: uuid
                 * @description The contest.
                 */
                contest_id: string;
                /** @description Employees in its ranking. */
                people: number;
                /** @description Prizes that were granted, one for each person and prize. */
                prizes_granted: number;
                /** @description Prizes that could not be granted, such as a badge that the winner holds already. */
                prizes_withheld: number;
            };
        };
        /** @description An event: `key.expiring`. */
        KeyEvent: {
            /**
             * Format: uuid
             * @description The event.
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "key.expiring";
            /**
             * Format: date-time
             * @description When it happened. ISO 8601 in UTC with milliseconds.
             */
            timestamp: string;
            /** @description Its number. Numbers of a company have no gaps. */
            sequence: number;
            /**
             * @description Whether it happened in the company or in its sandbox.
             * @enum {string}
             */
            mode: "live" | "test";
            /** @description What it is about. */
            data: {
                /**
                 * Format: uuid
                 * @description The key.
                 */
                key_id: string;
                /**
                 * Format: date-time
                 * @description When it expires. ISO 8601 in UTC with milliseconds.
                 */
                expires_at: string;
            };
        };
        /** @description An event: `events.omitted`. */
        OmittedEvent: {
            /**
             * Format: uuid
             * @description The event.
             */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "events.omitted";
            /**
             * Format: date-time
             * @description When it happened. ISO 8601 in UTC with milliseconds.
             */
            timestamp: string;
            /** @description Its number. Numbers of a company have no gaps. */
            sequence: number;
            /**
             * @description Whether it happened in the company or in its sandbox.
             * @enum {string}
             */
            mode: "live" | "test";
            /** @description What it is about. */
            data: Record<string, never>;
        };
        /** @description Something that happened. New types may be added: ignore those that you do not know. */
        Event: components["schemas"]["EmployeeEvent"] | components["schemas"]["XpEvent"] | components["schemas"]["LevelEvent"] | components["schemas"]["BadgeEvent"] | components["schemas"]["RedemptionEvent"] | components["schemas"]["SyncCompletedEvent"] | components["schemas"]["SyncBlockedEvent"] | components["schemas"]["SyncApprovedEvent"] | components["schemas"]["SyncRevertedEvent"] | components["schemas"]["GiftGivenEvent"] | components["schemas"]["GiftUndoneEvent"] | components["schemas"]["MonthEvent"] | components["schemas"]["ContestEvent"] | components["schemas"]["KeyEvent"] | components["schemas"]["OmittedEvent"];
        /** @description Events, and where to continue. */
        EventPage: {
            /** @description The events, oldest first. */
            data: components["schemas"]["Event"][];
            /** @description Send this as `after` to continue. */
            next_after: number;
            /** @description Whether there are more events already. */
            has_more: boolean;
        };
        /** @description A closed month. */
        ClosedMonth: {
            /** @description The month, in UTC, such as `2026-10`. */
            month: string;
            /**
             * Format: date-time
             * @description When its standings were kept. ISO 8601 in UTC with milliseconds.
             */
            closed_at: string;
            /** @description Counts how often it was closed. A month that was reopened has another one. */
            version: number;
            /** @description How many people ranked, those who have left since included. */
            people: number;
            /** @description True if it was closed more than 14 days after its end: departments, and who was active, are those of `closed_at`. */
            reconstructed: boolean;
        };
        /** @description One page of the standings of a closed month. */
        StandingsPage: {
            /** @description The rows, by rank. */
            data: components["schemas"]["LeaderboardRow"][];
            pagination: components["schemas"]["Pagination"];
            closed_month: components["schemas"]["ClosedMonth"];
        };
        /** @description One page of closed months. */
        ClosedMonthPage: {
            /** @description The items of the page, in the order of the list. */
            data: components["schemas"]["ClosedMonth"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description What an employee has earned, and their ranks. */
        EmployeeStats: {
            /** @description Follows from all-time XP. */
            level: number;
            /** @description All-time XP. A correction can take it below 0. */
            xp: number;
            /** @description XP still needed for the next level; 0 at the highest. */
            xp_to_next_level: number;
            /** @description Coins to spend in the shop. */
            coins: number;
            /** @description Rank among all active employees by all-time XP. */
            company_rank: number;
            /** @description Rank among the department's members by all-time XP; null without a department. */
            department_rank: number | null;
            /** @description Badges held now. Revoked badges do not count. */
            badges_count: number;
        };
        /** @description One page of employees. */
        EmployeePage: {
            /** @description The items of the page, in the order of the list. */
            data: components["schemas"]["Employee"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description The body of every error. */
        Error: {
            /** @description What went wrong. */
            error: {
                /**
                 * @description For programs. New codes may be added: treat an unknown one by its HTTP status.
                 * @enum {string}
                 */
                code: "validation_failed" | "unauthorized" | "forbidden" | "not_found" | "conflict" | "insufficient_coins" | "sold_out" | "gone" | "length_required" | "payload_too_large" | "bad_request" | "rate_limit_exceeded" | "internal_error" | "unavailable";
                /** @description For logs and people. The wording may change. It never repeats a value that was sent. */
                message: string;
                /**
                 * Format: uuid
                 * @description Equals the `X-Request-Id` header.
                 */
                request_id: string;
            };
        };
        /** @description One person of the roster. White space around a text is ignored, lengths are in Unicode code points, and fields other than these are ignored. */
        RosterRow: {
            /** @description The HR system's key of the person. A number is read as its decimal text. */
            external_id: string | number;
            /**
             * Format: email
             * @description Work address, matched ignoring case.
             */
            email: string;
            /** @description First name. */
            first_name: string;
            /** @description Last name; empty for a person with a single name. */
            last_name: string;
            /** @description The HR system's key of the department. Left out: kept; null or empty: cleared. */
            department_external_id?: string | null;
            /** @description Name of the department, matched ignoring case. Left out: kept; null or empty: cleared. */
            department_name?: string | null;
            /** @description Job title. Left out: kept; null or empty: cleared. */
            job_title?: string | null;
            /**
             * Format: date
             * @description First day at the company, such as `2026-11-16`. Left out: kept; null or empty: cleared.
             */
            first_day?: string | null;
        };
        /** @description A roster, and what to do about people who are not in it. */
        RosterSync: {
            /** @description The people. Each row is judged by itself. */
            employees: components["schemas"]["RosterRow"][];
            /** @description Deactivate people with an `external_id` who are not in the roster. Without it nobody is. */
            deactivate_missing?: boolean;
            /** @description Deactivate nobody if it would be more people than this. */
            max_deactivations?: number;
            /** @description Respond as the sync would, and change nothing. A dry run counts against the hourly budget like any sync. */
            dry_run?: boolean;
        };
        /** @description Somebody who is not in the roster. */
        DeactivationCandidate: {
            /**
             * Format: uuid
             * @description The employee.
             */
            employee_id: string;
            /** @description The HR system's key. */
            external_id: string | null;
            /** @description Work email address. */
            email: string;
        };
        /** @description Why a row was not applied. */
        RowError: {
            /** @description The row, counted from 0. */
            index: number;
            /** @description The row's; null if it had none that could be used. */
            external_id: string | null;
            /**
             * @description For programs. New codes may be added.
             * @enum {string}
             */
            code: "validation_failed" | "duplicate_external_id" | "duplicate_email" | "email_domain_not_allowed" | "external_id_mismatch" | "managed_in_portal" | "deactivated_in_portal" | "unknown_department" | "department_conflict" | "sandbox_limit_reached" | "department_limit_reached" | "conflict" | "batch_aborted";
            /** @description For people. It never repeats a value that was sent. */
            message: string;
        };
        /** @description What to check about a row that was applied. */
        RowWarning: {
            /** @description The row, counted from 0. */
            index: number;
            /** @description The row's; null if it had none that could be used. */
            external_id: string | null;
            /**
             * @description For programs. New codes may be added.
             * @enum {string}
             */
            code: "email_matches_other_employee" | "department_moved_to_top_level";
            /** @description For people. It never repeats a value that was sent. */
            message: string;
        };
        /** @description `created`, `updated`, `unchanged` and the number of `errors` add up to the rows sent. */
        SyncResult: {
            /** @description People added. */
            created: number;
            /** @description People whose `external_id`, department or job title changed, or who were reactivated. */
            updated: number;
            /** @description Rows that already matched. */
            unchanged: number;
            /** @description Part of `updated`: deactivated people named again, now active. */
            reactivated: number;
            /** @description People deactivated by this sync. */
            deactivated: number;
            /** @description Departments created because a row named an unknown one. */
            departments_created: number;
            /** @description Archived departments restored by `department_external_id`. */
            departments_restored: number;
            /** @description Active people with an `external_id` who are not in the roster, by `employee_id`. They were deactivated only if that was requested and `deactivation_skipped_reason` is null. */
            deactivation_candidates: components["schemas"]["DeactivationCandidate"][];
            /** @description All candidates, including those beyond the list. */
            deactivation_candidates_total: number;
            /** @description Active people without `external_id` who are not in the roster. No sync deactivates them. */
            unlinked_members: number;
            /** @description The most people that this sync could deactivate. */
            deactivation_limit: number;
            /**
             * @description Why nobody was deactivated although it was requested; null if nothing prevented it.
             * @enum {string|null}
             */
            deactivation_skipped_reason: "rejected_rows" | "limit_exceeded" | null;
            /** @description Rows that were not applied, in the order of the request. */
            errors: components["schemas"]["RowError"][];
            /** @description Rows that were applied but should be checked, in the order of the request. */
            warnings: components["schemas"]["RowWarning"][];
        };
        /** @description A key, and the data it opens. */
        Status: {
            /**
             * @description The service works.
             * @constant
             */
            status: "ok";
            /**
             * @description `live` keys act on the company, `test` keys on its sandbox.
             * @enum {string}
             */
            mode: "live" | "test";
            /** @description The company whose data the key opens. */
            company: {
                /**
                 * Format: uuid
                 * @description The company.
                 */
                id: string;
                /** @description The company's name. */
                name: string;
            };
            /** @description The key. */
            key: {
                /**
                 * Format: uuid
                 * @description What operators know it by.
                 */
                id: string;
                /** @description The name it was given when it was issued. */
                name: string;
                /** @description Its first and last characters. */
                hint: string;
                /** @description What it may do. */
                scopes: ("employees:read" | "leaderboard:read" | "departments:read" | "shop:read" | "employees:write" | "xp:write" | "badges:write" | "shop:redeem" | "events:read")[];
                /**
                 * Format: date-time
                 * @description When it was issued. ISO 8601 in UTC with milliseconds.
                 */
                created_at: string;
                /**
                 * Format: date-time
                 * @description When it stops working; null if never. ISO 8601 in UTC with milliseconds.
                 */
                expires_at: string | null;
            };
            /** @description The key's rate limits. */
            limits: {
                /** @description Requests a minute. */
                requests_per_minute: number;
                /** @description Roster syncs an hour. */
                syncs_per_hour: number;
            };
            /** @description The version of the API. */
            api_version: string;
            /**
             * Format: date-time
             * @description The service's clock. ISO 8601 in UTC with milliseconds.
             */
            server_time: string;
        };
        /** @description All is well. */
        Health: {
            /**
             * @description Always `ok`; anything else is an error.
             * @constant
             */
            status: "ok";
        };
        /** @description Coins spent on a shop item. */
        Redemption: {
            /**
             * Format: uuid
             * @description The redemption.
             */
            id: string;
            /** @description What was redeemed. */
            item: {
                /**
                 * Format: uuid
                 * @description The item.
                 */
                id: string;
                /** @description The item's name. */
                name: string;
                /** @description The price that was paid, in coins. */
                coin_price: number;
            };
            /**
             * Format: uuid
             * @description Who redeemed it.
             */
            employee_id: string;
            /**
             * @description Its state. Operators change it.
             * @enum {string}
             */
            status: "pending" | "approved" | "fulfilled" | "declined" | "refunded";
            /**
             * Format: date-time
             * @description When it was requested. ISO 8601 in UTC with milliseconds.
             */
            requested_at: string;
        };
        /** @description A redemption, and what is left. */
        RedemptionReceipt: {
            /**
             * Format: uuid
             * @description The redemption.
             */
            id: string;
            /** @description What was redeemed. */
            item: {
                /**
                 * Format: uuid
                 * @description The item.
                 */
                id: string;
                /** @description The item's name. */
                name: string;
                /** @description The price that was paid, in coins. */
                coin_price: number;
            };
            /**
             * Format: uuid
             * @description Who redeemed it.
             */
            employee_id: string;
            /**
             * @description Its state. Operators change it.
             * @enum {string}
             */
            status: "pending" | "approved" | "fulfilled" | "declined" | "refunded";
            /**
             * Format: date-time
             * @description When it was requested. ISO 8601 in UTC with milliseconds.
             */
            requested_at: string;
            /** @description Coins that the employee has now. */
            coins_left: number;
        };
        /** @description One page of redemptions. */
        RedemptionPage: {
            /** @description The items of the page, in the order of the list. */
            data: components["schemas"]["Redemption"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description An item of the rewards shop. */
        ShopItem: {
            /**
             * Format: uuid
             * @description The item.
             */
            id: string;
            /** @description The item's name. */
            name: string;
            /** @description What the buyer gets. */
            description: string;
            /**
             * @description The kind of reward.
             * @enum {string}
             */
            category: "gift_card" | "merch" | "perk" | "donation" | "experience";
            /** @description The address of the item's picture. */
            image_url: string;
            /** @description The price in coins. */
            coin_price: number;
            /** @description How many are left. 0: sold out, null: unlimited. */
            stock_remaining: number | null;
            /** @description Added less than 30 days ago. */
            is_new: boolean;
        };
        /** @description One page of shop items. */
        ShopItemPage: {
            /** @description The items of the page, in the order of the list. */
            data: components["schemas"]["ShopItem"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description An active employee, by exactly one of the three. */
        EmployeeReference: {
            /**
             * Format: uuid
             * @description The employee's id.
             */
            employee_id?: string;
            /** @description The HR system's key. */
            external_id?: string;
            /** @description Work email address, ignoring case. With a test key the real address or its placeholder. */
            email?: string;
        };
        /** @description The body of a request to redeem. */
        RedemptionRequest: {
            employee: components["schemas"]["EmployeeReference"];
            /**
             * Format: uuid
             * @description The shop item.
             */
            item_id: string;
            /** @description Identifies this write within the company: sent again, it changes nothing. Use an id of your own event. */
            once: string;
        };
        /** @description XP for an employee, and coins if wanted. */
        Award: {
            employee: components["schemas"]["EmployeeReference"];
            /** @description XP, not 0; negative to correct. */
            amount: number;
            /** @description Identifies this write within the company: sent again, it changes nothing. Use an id of your own event. */
            once: string;
            /** @description Coins to add, or to take; the balance never goes below 0. */
            coins?: number | null;
            /** @description Shown to people in the XP history. */
            reason?: string | null;
            /**
             * Format: date-time
             * @description The moment it counts for; now if left out. Up to 5 minutes ahead is now, later is an error. A date is valid too. ISO 8601 in UTC with milliseconds.
             */
            at?: string | null;
        };
        /** @description A row that was applied, now or before. */
        AwardResult: {
            /** @description Position of the row in `awards`, from 0. */
            index: number;
            /**
             * Format: uuid
             * @description The employee.
             */
            employee_id: string;
            /** @description False where the same `once` had made this award before. */
            applied: boolean;
            /** @description All-time XP after this row. */
            xp: number;
            /** @description Level after this row. */
            level: number;
            /** @description Level before this row. */
            level_before: number;
            /** @description Codes of the badges that this row earned. */
            badges_awarded: string[];
        };
        /** @description A row that was not applied. */
        AwardError: {
            /** @description Position of the row in `awards`, from 0. */
            index: number;
            /**
             * @description For programs. New codes may be added.
             * @enum {string}
             */
            code: "validation_failed" | "not_found" | "conflict" | "insufficient_coins";
            /** @description For people. It never repeats a value that was sent. */
            message: string;
        };
        /** @description The body of a request that awards XP. */
        Awards: {
            /** @description The rows, applied in their order. */
            awards: components["schemas"]["Award"][];
        };
        /** @description What became of the rows. */
        AwardsResult: {
            /** @description Rows that were applied. */
            applied: number;
            /** @description Rows that had been applied before. */
            repeated: number;
            /** @description Rows that were applied, now or before, in their order. */
            results: components["schemas"]["AwardResult"][];
            /** @description Rows that were not applied, in their order. */
            errors: components["schemas"]["AwardError"][];
        };
        /** @description XP that an employee was awarded, or that a correction took. */
        XpEntry: {
            /** @description The XP; negative for a correction. */
            amount: number;
            /** @description What it was awarded for; null if no reason was given. */
            reason: string | null;
            /**
             * Format: date-time
             * @description The moment it counts for, which decides its month. ISO 8601 in UTC with milliseconds.
             */
            counts_at: string;
            /**
             * Format: date-time
             * @description When it was recorded. ISO 8601 in UTC with milliseconds.
             */
            recorded_at: string;
        };
        /** @description One page of XP entries. */
        XpEntryPage: {
            /** @description The items of the page, in the order of the list. */
            data: components["schemas"]["XpEntry"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description An OpenAPI 3.1 document. */
        OpenApiDocument: {
            /** @description The version of OpenAPI. */
            openapi: string;
        } & {
            [key: string]: unknown;
        };
        /** @enum {string} */
        Period: "all_time" | "this_month" | "last_3_months" | "last_year";
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Badge = components['schemas']['Badge'];
export type CatalogueBadge = components['schemas']['CatalogueBadge'];
export type DepartmentReference = components['schemas']['DepartmentReference'];
export type Employee = components['schemas']['Employee'];
export type Pagination = components['schemas']['Pagination'];
export type CatalogueBadgePage = components['schemas']['CatalogueBadgePage'];
export type BadgePage = components['schemas']['BadgePage'];
export type LeaderboardRow = components['schemas']['LeaderboardRow'];
export type LeaderboardPage = components['schemas']['LeaderboardPage'];
export type LeaderboardPart = components['schemas']['LeaderboardPart'];
export type DepartmentGroup = components['schemas']['DepartmentGroup'];
export type DepartmentGroups = components['schemas']['DepartmentGroups'];
export type Prize = components['schemas']['Prize'];
export type Contest = components['schemas']['Contest'];
export type ContestStandingsPage = components['schemas']['ContestStandingsPage'];
export type ContestPage = components['schemas']['ContestPage'];
export type Department = components['schemas']['Department'];
export type DepartmentPage = components['schemas']['DepartmentPage'];
export type EmployeeEvent = components['schemas']['EmployeeEvent'];
export type XpEvent = components['schemas']['XpEvent'];
export type LevelEvent = components['schemas']['LevelEvent'];
export type BadgeEvent = components['schemas']['BadgeEvent'];
export type RedemptionEvent = components['schemas']['RedemptionEvent'];
export type SyncCompletedEvent = components['schemas']['SyncCompletedEvent'];
export type SyncBlockedEvent = components['schemas']['SyncBlockedEvent'];
export type SyncApprovedEvent = components['schemas']['SyncApprovedEvent'];
export type SyncRevertedEvent = components['schemas']['SyncRevertedEvent'];
export type GiftGivenEvent = components['schemas']['GiftGivenEvent'];
export type GiftUndoneEvent = components['schemas']['GiftUndoneEvent'];
export type MonthEvent = components['schemas']['MonthEvent'];
export type ContestEvent = components['schemas']['ContestEvent'];
export type KeyEvent = components['schemas']['KeyEvent'];
export type OmittedEvent = components['schemas']['OmittedEvent'];
export type Event = components['schemas']['Event'];
export type EventPage = components['schemas']['EventPage'];
export type ClosedMonth = components['schemas']['ClosedMonth'];
export type StandingsPage = components['schemas']['StandingsPage'];
export type ClosedMonthPage = components['schemas']['ClosedMonthPage'];
export type EmployeeStats = components['schemas']['EmployeeStats'];
export type EmployeePage = components['schemas']['EmployeePage'];
export type Error = components['schemas']['Error'];
export type RosterRow = components['schemas']['RosterRow'];
export type RosterSync = components['schemas']['RosterSync'];
export type DeactivationCandidate = components['schemas']['DeactivationCandidate'];
export type RowError = components['schemas']['RowError'];
export type RowWarning = components['schemas']['RowWarning'];
export type SyncResult = components['schemas']['SyncResult'];
export type Status = components['schemas']['Status'];
export type Health = components['schemas']['Health'];
export type Redemption = components['schemas']['Redemption'];
export type RedemptionReceipt = components['schemas']['RedemptionReceipt'];
export type RedemptionPage = components['schemas']['RedemptionPage'];
export type ShopItem = components['schemas']['ShopItem'];
export type ShopItemPage = components['schemas']['ShopItemPage'];
export type EmployeeReference = components['schemas']['EmployeeReference'];
export type RedemptionRequest = components['schemas']['RedemptionRequest'];
export type Award = components['schemas']['Award'];
export type AwardResult = components['schemas']['AwardResult'];
export type AwardError = components['schemas']['AwardError'];
export type Awards = components['schemas']['Awards'];
export type AwardsResult = components['schemas']['AwardsResult'];
export type XpEntry = components['schemas']['XpEntry'];
export type XpEntryPage = components['schemas']['XpEntryPage'];
export type OpenApiDocument = components['schemas']['OpenApiDocument'];
export type Period = components['schemas']['Period'];
