// Defaults of Firefox on this desktop: it starts with a quiet start page, asks nothing and calls nobody.
// They are defaults: a person or an agent may still change each of them.

// What Debian sets.
pref("extensions.update.enabled", false);
pref("intl.locale.requested", "");
pref("browser.shell.checkDefaultBrowser", false);
pref("media.gmp-gmpopenh264.enabled", false);
pref("datareporting.healthreport.uploadEnabled", false);
pref("browser.urlbar.suggest.searches", false);

// No welcome, terms, privacy notices, tours, tips, surveys or news.
pref("browser.aboutwelcome.enabled", false);
pref("browser.preonboarding.enabled", false);
pref("termsofuse.bypassNotification", true);
pref("startup.homepage_welcome_url", "");
pref("startup.homepage_override_url", "");
pref("browser.startup.homepage_override.mstone", "ignore");
pref("browser.startup.firstrunSkipsHomepage", false);
pref("trailhead.firstrun.didSeeAboutWelcome", true);
pref("datareporting.policy.dataSubmissionEnabled", false);
pref("datareporting.policy.firstRunURL", "");
pref("browser.newtabpage.activity-stream.asrouter.userprefs.cfr.addons", false);
pref("browser.newtabpage.activity-stream.asrouter.userprefs.cfr.features", false);
pref("messaging-system.askForFeedback", false);
pref("browser.uitour.enabled", false);
pref("browser.discovery.enabled", false);
pref("browser.messaging-system.whatsNewPanel.enabled", false);
pref("browser.tabs.firefox-view", false);
pref("browser.profiles.enabled", false);
pref("browser.ml.chat.enabled", false);
pref("browser.ml.linkPreview.enabled", false);
pref("browser.ml.enable", false);
pref("browser.translations.automaticallyPopup", false);
pref("browser.download.alwaysOpenPanel", true);
pref("browser.warnOnQuit", false);
pref("browser.tabs.warnOnClose", false);
pref("browser.aboutConfig.showWarning", false);
pref("full-screen-api.warning.timeout", 0);
pref("signon.rememberSignons", false);
pref("extensions.formautofill.addresses.enabled", false);
pref("extensions.formautofill.creditCards.enabled", false);

// The start page: a field to search in, and nothing that would have to be fetched.
pref("browser.newtabpage.activity-stream.feeds.topsites", false);
pref("browser.newtabpage.activity-stream.default.sites", "");
pref("browser.newtabpage.activity-stream.showSponsored", false);
pref("browser.newtabpage.activity-stream.showSponsoredTopSites", false);
pref("browser.newtabpage.activity-stream.showWeather", false);
pref("browser.newtabpage.activity-stream.feeds.section.topstories", false);
pref("browser.newtabpage.activity-stream.feeds.telemetry", false);
pref("browser.newtabpage.activity-stream.telemetry", false);
pref("browser.urlbar.suggest.topsites", false);
pref("browser.urlbar.suggest.engines", false);
pref("browser.urlbar.suggest.quicksuggest.all", false);
pref("browser.urlbar.trending.featureGate", false);

// Nothing that calls home or brings itself up to date; there is nobody to answer.
pref("app.normandy.enabled", false);
pref("app.shield.optoutstudies.enabled", false);
pref("app.update.auto", false);
pref("browser.search.update", false);
pref("browser.region.update.enabled", false);
pref("browser.region.network.url", "");
pref("browser.safebrowsing.malware.enabled", false);
pref("browser.safebrowsing.phishing.enabled", false);
pref("browser.safebrowsing.downloads.enabled", false);
pref("dom.push.connection.enabled", false);
pref("extensions.blocklist.enabled", false);
pref("extensions.getAddons.cache.enabled", false);
pref("extensions.systemAddon.update.enabled", false);
pref("geo.enabled", false);
pref("network.captive-portal-service.enabled", false);
pref("network.connectivity-service.enabled", false);
pref("network.dns.disablePrefetch", true);
pref("network.prefetch-next", false);
pref("network.trr.mode", 5);
pref("toolkit.telemetry.unified", false);
pref("toolkit.telemetry.archive.enabled", false);
pref("toolkit.telemetry.newProfilePing.enabled", false);
pref("toolkit.telemetry.shutdownPingSender.enabled", false);
pref("toolkit.telemetry.updatePing.enabled", false);
pref("toolkit.telemetry.bhrPing.enabled", false);
pref("toolkit.telemetry.firstShutdownPing.enabled", false);
pref("identity.fxaccounts.enabled", false);

// The services of a world speak plain HTTP.
pref("dom.security.https_first", false);
pref("dom.security.https_first_schemeless", false);
pref("dom.security.https_only_mode", false);
pref("security.insecure_connection_text.enabled", false);

// A browser that was killed starts as one that was closed.
pref("browser.sessionstore.resume_from_crash", false);
pref("browser.sessionstore.max_resumed_crashes", 0);
pref("toolkit.startup.max_resumed_crashes", -1);
pref("browser.tabs.crashReporting.sendReport", false);

// Nothing moves by itself.
pref("ui.prefersReducedMotion", 1);
pref("ui.caretBlinkTime", 0);
pref("general.smoothScroll", false);
pref("toolkit.cosmeticAnimations.enabled", false);

// Many desktops stand side by side: few processes, and none in reserve.
pref("dom.ipc.processCount", 2);
pref("dom.ipc.processPrelaunch.enabled", false);
