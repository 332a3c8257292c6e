// Before the first paint: the light, colours and motion that this person chose (lib/settings.svelte.ts).
(function () {
    try {
        var s = JSON.parse(localStorage.getItem('parlor.settings') || '{}');
        var d = document.documentElement.dataset;
        if (s.theme && s.theme !== 'system') d.theme = s.theme;
        if (s.palette === 'safe') d.palette = 'safe';
        if (s.motion && s.motion !== 'full') d.motion = s.motion;
    } catch (e) {
        /* nothing is kept: the system's light */
    }
})();
